import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newestMail } from './outbox.ts'
import { testAsManager } from './own-manager.ts'
import { addPeople, newWord, makeUser } from './people.ts'
import { emailField, expect, heading, newAddress, open } from './test.ts'

const test = testAsManager({}, [/could not be told|could not be mailed|ENOTDIR|EEXIST/])
test.describe.configure({ mode: 'default' })

/** Breaks the outbox; returns the function that repairs it. */
async function breakOutbox(dataDir: string): Promise<() => Promise<void>> {
  const outbox = join(dataDir, 'outbox')
  await rename(outbox, `${outbox}-away`)
  await writeFile(outbox, '')
  return async () => {
    await rm(outbox)
    await rename(`${outbox}-away`, outbox)
  }
}

test(
  'An invitation that is lost is said to be, and sent again',
  { tag: '@phone' },
  async ({ page, w, dataDir, watched }) => {
    watched.allow(/503/)
    const email = newAddress('lost')
    await open(page, '/manager/users/new')
    await emailField(page, w).fill(email)
    const mend = await breakOutbox(dataDir)
    try {
      await page.getByRole('button', { name: w('user_create') }).click()
      await expect(page.getByRole('alert').filter({ hasText: w('user_invite_lost', { email }) })).toBeVisible()
      await page.getByRole('button', { name: w('user_invite_again') }).click()
      await expect(page.locator('[data-sonner-toast]')).toContainText(w('error_MAIL_NOT_SENT'))
    } finally {
      await mend()
    }
    await page.getByRole('button', { name: w('user_invite_again') }).click()
    await expect(page.locator('[data-sonner-toast]').filter({ hasText: w('user_invited') })).toBeVisible()
    await expect(page.getByText(w('user_invite_sent_now', { email }))).toBeVisible()
    expect((await newestMail(email, dataDir)).subject).toContain('Amina')
  },
)

test(
  'A ban of which nobody could be told stands, and that is said',
  { tag: '@phone' },
  async ({ page, w, dataDir }) => {
    const juma = makeUser(newWord())
    await addPeople(dataDir, [juma])
    await open(page, `/manager/users/${juma.id}`)
    const mend = await breakOutbox(dataDir)
    try {
      await page.getByRole('button', { name: w('user_ban'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: w('user_ban'), exact: true })
        .click()
      await expect(page.locator('[data-sonner-toast]')).toContainText(w('user_untold', { name: juma.name }))
      await expect(page.getByRole('main').getByText(w('user_banned_forever'))).toBeVisible()
      await expect(heading(page)).toHaveText(juma.name)
    } finally {
      await mend()
    }
  },
)
