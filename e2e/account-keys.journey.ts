import type { Page } from '@playwright/test'
import { testAsSharedManager as test } from './own-manager.ts'
import { KEYS, manyKeys, setKeys } from './keys.ts'
import { mailsTo, newestCode, newestMail } from './outbox.ts'
import { ADMIN } from './server.ts'
import { makeSessionsStale } from './sessions.ts'
import { codeField, expect, open, reload } from './test.ts'
import type { Words } from './words.ts'

test.describe.configure({ mode: 'default' })

const panel = (page: Page, w: Words) => page.getByRole('main').locator('section', { hasText: w('account_keys_text') })
const rows = (page: Page, w: Words) => panel(page, w).getByRole('listitem')
const row = (page: Page, w: Words, name: string) => rows(page, w).filter({ hasText: name })
const opener = (page: Page, w: Words) => panel(page, w).getByRole('button', { name: w('account_key_new') })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const nameField = (page: Page, w: Words) => dialog(page).getByLabel(w('onboarding_name_label'), { exact: true })
const shownKey = (page: Page) => dialog(page).getByText(/^mkt_[\w-]{43}$/)
const newName = (): string => `Sync ${crypto.randomUUID().slice(0, 8)}`

/** Calls the API as a program does, outside of the browser. */
const call = (url: string, path: string, key: string): Promise<Response> =>
  fetch(new URL(path, url), { headers: { authorization: `Bearer ${key}` } })

async function openForm(page: Page, w: Words, name: string): Promise<void> {
  await open(page, '/manager/account')
  await opener(page, w).click()
  await nameField(page, w).fill(name)
}

test('A key is made, copied, used and revoked', { tag: '@desktop' }, async ({ page, context, w, server, watched }) => {
  watched.allow(/status of 403/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = newName()
  await makeSessionsStale(server.dataDir, ADMIN)
  const mails = (await mailsTo(ADMIN, server.dataDir)).length
  await openForm(page, w, name)
  await expect(dialog(page).getByLabel(w('account_key_scopes_books'))).toBeChecked()
  await button(page, w('account_key_create')).click()

  // A code is required.
  await button(page, w('account_reauthenticate_send')).click()
  await expect(codeField(page, w)).toBeVisible()
  await codeField(page, w).fill(await newestCode(ADMIN, server.dataDir, mails + 1))

  await expect(dialog(page)).toHaveAccessibleName(w('account_key_made_title'))
  const key = (await shownKey(page).textContent()) ?? ''
  const told = await newestMail(ADMIN, server.dataDir, mails + 2)
  expect(told.subject).toBe(w('mail_key_subject'))
  expect(told.text).toContain(w('mail_key_name', { name }))
  await button(page, w('account_key_copy')).click()
  await expect(page.getByText(w('account_key_copied'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await button(page, w('account_key_done')).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener(page, w)).toBeFocused()
  await expect(row(page, w, name)).toContainText(`${key.slice(0, 9)}…`)
  await expect(row(page, w, name)).toContainText(w('account_key_scopes_books'))
  await expect(row(page, w, name)).toContainText(w('account_key_unused'))
  expect(await page.content()).not.toContain(key.slice(9))

  const books = await call(server.url, '/api/v1/books?limit=1', key)
  expect([books.status, books.headers.get('ratelimit')]).toEqual([200, '"key";r=599;t=60'])
  const refused = await fetch(new URL('/api/v1/books', server.url), {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Nedjma' }),
  })
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'SCOPE_MISSING'])

  expect((await call(server.url, '/api/v1/users?limit=1', key)).status).toBe(403)

  // The use is recorded after the response.
  await expect(async () => {
    await reload(page)
    await expect(row(page, w, name)).toContainText(w('account_key_used', { when: 'today' }), { timeout: 1000 })
  }).toPass()
  await open(page, '/manager/account')
  await row(page, w, name)
    .getByRole('button', { name: w('account_key_revoke_one', { name }) })
    .click()
  const question = page.getByRole('alertdialog', { name: w('account_key_revoke_title', { name }) })
  await expect(question).toHaveAccessibleDescription(w('account_key_revoke_text'))
  await question.getByRole('button', { name: w('account_key_revoke') }).click()
  await expect(page.getByText(w('account_key_revoked'))).toBeVisible()
  await expect(row(page, w, name)).toHaveCount(0)
  await expect(panel(page, w).getByRole('heading')).toBeFocused()
  const gone = await call(server.url, '/api/v1/books?limit=1', key)
  expect([gone.status, (await gone.json()).code]).toEqual([401, 'API_KEY_INVALID'])
})

test('A key that was not copied is not lost by mistake', { tag: '@phone' }, async ({ page, w }) => {
  const name = newName()
  await openForm(page, w, name)
  await page.keyboard.press('Enter')
  await expect(shownKey(page)).toBeVisible()
  const key = (await shownKey(page).textContent()) ?? ''
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveAccessibleName(w('account_key_lose_title'))
  await expect(button(page, w('account_key_lose_stay'))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(shownKey(page)).toHaveText(key)
  await button(page, w('account_key_done')).click()
  await button(page, w('account_key_lose_leave')).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, w, name)).toHaveCount(1)
  // The next form is empty.
  await opener(page, w).click()
  await expect(nameField(page, w)).toHaveValue('')
})

test('Without a clipboard the key is selected, and copied by hand', { tag: '@desktop' }, async ({ page, w }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openForm(page, w, newName())
  await button(page, w('account_key_create')).click()
  await button(page, w('account_key_copy')).click()
  await expect(page.getByRole('alert')).toHaveText(w('account_version_copy_failed'))
  const key = (await shownKey(page).textContent()) ?? ''
  expect(await page.evaluate(() => String(getSelection()))).toContain(key)
  await page.keyboard.press('ControlOrMeta+c')
  await button(page, w('account_key_done')).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('A key may what was chosen, and for how long', { tag: '@desktop' }, async ({ page, w }) => {
  const name = newName()
  await openForm(page, w, '')
  await button(page, w('account_key_create')).click()
  await expect(page.getByRole('alert')).toHaveText(w('name_required'))
  await expect(nameField(page, w)).toBeFocused()
  await page.keyboard.type(name)

  // By keyboard only.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByLabel(w('account_key_scopes_read_all'))).toBeChecked()
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByLabel(w('account_key_scopes_choose'))).toBeChecked()
  const boxes = dialog(page).getByRole('checkbox')
  await expect(boxes).toHaveCount(22)
  for (const box of await boxes.all()) await box.setChecked(false)
  await button(page, w('account_key_create')).click()
  await expect(page.getByRole('alert')).toHaveText(w('scope_required'))
  await expect(boxes.first()).toBeFocused()
  await page.keyboard.press('Space')
  const group = dialog(page).getByRole('group', { name: w('nav_users') })
  await group.getByLabel(w('account_key_scope_list'), { exact: true }).check()
  await dialog(page)
    .getByLabel(w('account_key_days', { days: 30 }))
    .check()
  await button(page, w('account_key_create')).click()
  await expect(shownKey(page)).toBeVisible()
  await button(page, w('account_key_copy')).focus()
  await button(page, w('account_key_done')).click()
  await button(page, w('account_key_lose_leave')).click()
  await expect(row(page, w, name)).toContainText('Books (Read) · Users (List)')
  // In the browser's time zone, from the second request on.
  await reload(page)
  const expiry = new Date(Date.now() + 30 * 86_400_000)
  const date = expiry.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Africa/Nairobi' })
  await expect(row(page, w, name)).toContainText(w('account_key_expires', { date }))
})

test.describe('When something fails', () => {
  test.beforeEach(({ watched }) => watched.allow(/ERR_FAILED/))

  test('the page works without its keys, and can retry', { tag: '@phone' }, async ({ page, w }) => {
    await open(page, '/app')
    await page.route('**/_serverFn/api-key.listApiKeys**', (route) => route.abort())
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: w('nav_account') })
      .click()
    const alert = panel(page, w).getByRole('alert')
    await expect(alert).toContainText(w('account_keys_load_failed'))
    await page.unroute('**/_serverFn/api-key.listApiKeys**')
    await alert.getByRole('button', { name: w('common_try_again') }).click()
    await expect(opener(page, w)).toBeVisible()
    await expect(alert).toHaveCount(0)
  })

  test('a failed creation or revocation is reported', { tag: '@desktop' }, async ({ page, w, server }) => {
    await setKeys(server.dataDir, ADMIN, KEYS)
    await openForm(page, w, 'Website 2')
    await page.route(/createApiKey|revokeApiKey/, (route) => route.abort())
    await button(page, w('account_key_create')).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(w('error_NETWORK'))
    await expect(nameField(page, w)).toHaveValue('Website 2')
    await button(page, w('common_cancel')).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('unsaved_leave') })
      .click()
    await row(page, w, 'Old import').getByRole('button').click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: w('account_key_revoke') }).click()
    await expect(page.getByText(w('account_key_revoke_failed'))).toBeVisible()
    await page.unroute(/createApiKey|revokeApiKey/)
    await question.getByRole('button', { name: w('account_key_revoke') }).click()
    await expect(row(page, w, 'Old import')).toHaveCount(0)
  })
})

test('Of many keys the first are shown, and no 21st is made', { tag: '@phone' }, async ({ page, w, server }) => {
  await setKeys(server.dataDir, ADMIN, manyKeys(19))
  await openForm(page, w, 'Key 20')
  await button(page, w('account_key_create')).click()
  // The secret of the twentieth key stays on screen although the list is full now.
  await expect(page.getByText(w('account_keys_full', { count: 20 }))).toBeVisible()
  await expect(shownKey(page)).toBeVisible()
  await button(page, w('account_key_done')).click()
  await button(page, w('account_key_lose_leave')).click()
  await expect(panel(page, w).getByRole('heading')).toBeFocused()
  await expect(rows(page, w)).toHaveCount(5)
  await expect(opener(page, w)).toHaveCount(0)
  await expect(panel(page, w)).toContainText(w('account_keys_full', { count: 20 }))
  await panel(page, w)
    .getByRole('button', { name: /^Show all/ })
    .click()
  await expect(row(page, w, 'Key 20')).toBeVisible()
})
