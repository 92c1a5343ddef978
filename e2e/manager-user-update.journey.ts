import type { Page } from '@playwright/test'
import { mailsTo, newestMail } from '../testing/outbox.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { addPeople, newWord, SIGNED_OUT, makeUser, type TestUser } from '../testing/people.ts'
import { runSql } from '../testing/database.ts'
import { addSessions } from '../testing/sessions.ts'
import { ADMIN } from '../testing/server.ts'
import { codeField, emailField, enter, expect, heading, nameField, newAddress, open } from './test.ts'
import type { Words } from '../testing/words.ts'
import { toast } from './toasts.ts'

test.describe.configure({ mode: 'default' })

const save = (page: Page, w: Words) => page.getByRole('button', { name: w('noun_save'), exact: true })

async function edit(page: Page, dataDir: string, more: Partial<TestUser> = {}): Promise<TestUser> {
  const one = makeUser(newWord(), more)
  await addPeople(dataDir, [one])
  await open(page, `/manager/users/${one.id}/update`)
  return one
}

test(
  'A new address is said to be unverified, ends the sessions, and both are told',
  { tag: '@desktop' },
  async ({ page, w, dataDir }) => {
    const juma = await edit(page, dataDir)
    await addSessions(dataDir, juma.email)
    const email = newAddress('moved')
    await expect(page.getByText(w('user_email_hint'))).toBeVisible()
    await emailField(page, w).fill(email)
    await nameField(page, w).fill(`${juma.name} Mwangi`)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(`${juma.name} Mwangi`)
    const [yes, no] = [w('field_yes'), w('field_no')]
    const unverified = w('activity_change_of', { field: w('activity_field_verified'), before: yes, after: no })
    await expect(page.getByRole('listitem').filter({ hasText: unverified }).first()).toBeVisible()
    await expect(toast(page, w('user_updated'))).toBeVisible()
    await expect(page.getByRole('main').getByText(w('account_not_verified'))).toBeVisible()
    await expect(page.getByText(w('user_sessions_empty'))).toBeVisible()
    expect((await newestMail(juma.email, dataDir)).subject).toBe(w('mail_address_changed_subject'))
  },
)

test(
  'A change of roles is told, and felt at the next request',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, browser, baseURL }) => {
    const admin = await edit(page, dataDir, { role: 'admin' })
    const context = await browser.newContext({ ...(baseURL && { baseURL }), storageState: SIGNED_OUT, locale: 'en-US' })
    const theirs = await context.newPage()
    await enter(theirs.context(), baseURL, { email: admin.email, dataDir })
    await open(theirs, '/manager/users')
    await page.getByRole('checkbox', { name: w('role_admin') }).uncheck()
    await page.getByRole('checkbox', { name: w('role_user') }).check()
    await save(page, w).click()
    await expect(heading(page)).toHaveText(admin.name)
    await expect(page.getByRole('definition').first()).toHaveText(w('role_user'))
    expect((await newestMail(admin.email, dataDir, 2)).subject).toBe(w('mail_role_subject'))
    await theirs.goto('/manager/users')
    await expect(heading(theirs)).toHaveText(w('page_403_title'))
    await context.close()
  },
)

test(
  'Whoever makes an admin confirms by a code that it is them; without it nothing is done',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, codeFor, watched }) => {
    watched.allow(/status of 403/)
    await runSql(
      dataDir,
      'update session set email_confirmed_at = null where user_id = (select id from "user" where email = $1)',
      [ADMIN],
    )
    const juma = await edit(page, dataDir)
    await page.getByRole('checkbox', { name: w('role_admin') }).check()
    await save(page, w).click()
    const dialog = page.getByRole('alertdialog', { name: w('account_reauthenticate_title') })
    await expect(dialog).toContainText(ADMIN)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(save(page, w)).toBeFocused()
    await expect(page.getByRole('checkbox', { name: w('role_admin') })).toBeChecked()
    await save(page, w).click()
    const sent = (await mailsTo(ADMIN, dataDir)).length
    await dialog.getByRole('button', { name: w('account_reauthenticate_send') }).click()
    await codeField(page, w).fill(await codeFor(ADMIN, sent + 1))
    await expect(heading(page)).toHaveText(juma.name)
    await expect(page.getByRole('definition').first()).toContainText(w('role_admin'))
    expect((await newestMail(juma.email, dataDir)).subject).toBe(w('mail_role_subject'))
  },
)

test(
  'The page of a user stands once between the list and what comes next',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, isMobile }) => {
    const juma = makeUser(newWord())
    await addPeople(dataDir, [juma])
    const main = page.getByRole('main')
    const list = `/manager/users?searchTerm=${juma.email}`
    await open(page, list)
    await main.getByRole('link', { name: juma.name }).click()
    await expect(heading(page)).toHaveText(juma.name)
    const change = main.getByRole('link', { name: w('user_edit'), exact: true })
    if (!isMobile) {
      await change.click()
      await main.getByRole('button', { name: w('common_cancel') }).click()
      await expect(heading(page)).toHaveText(juma.name)
    }
    await change.click()
    await nameField(page, w).fill(`${juma.name} Mwangi`)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(`${juma.name} Mwangi`)
    await page.goBack()
    await expect(page).toHaveURL((url) => url.searchParams.get('searchTerm') === juma.email)
    await expect(main.getByRole('link', { name: `${juma.name} Mwangi` })).toBeVisible()
  },
)
