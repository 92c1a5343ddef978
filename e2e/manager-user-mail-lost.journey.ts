import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testAsManager } from './own-manager.ts'
import { addPeople, newWord, makeUser } from './people.ts'
import { emailField, expect, heading, newAddress, open } from './test.ts'
import { words } from './words.ts'

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
  'Where no mail is sent, the invitation is a text to pass on',
  { tag: '@phone' },
  async ({ page, context, w, server }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = newAddress('by-hand')
    await open(page, '/manager/users/new')
    await emailField(page, w).fill(email)
    await page.getByLabel(w('user_language_label')).selectOption('fr')
    await page.getByRole('button', { name: w('user_add') }).click()
    await expect(page.getByText(w('user_invite_copy_intro', { email }))).toBeVisible()
    await expect(page.getByText(w('user_invited'))).toHaveCount(0)
    await page.getByRole('button', { name: w('user_invite_copy') }).click()
    await expect(page.locator('[data-sonner-toast]').filter({ hasText: w('user_invite_copied') })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const fr = words('fr')
    expect(copied).toContain(fr('mail_invitation_subject', { name: 'Amina' }))
    expect(copied).toContain(fr('invitation_how_outbox', { name: 'Amina', email, url: `${server.url}/login` }))
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
      await expect(page.locator('[data-sonner-toast]')).toContainText(w('user_untold_outbox', { name: juma.name }))
      await expect(page.getByRole('main').getByText(w('user_banned_forever'))).toBeVisible()
      await expect(heading(page)).toHaveText(juma.name)
    } finally {
      await mend()
    }
  },
)
