import type { Page } from '@playwright/test'
import { testAsSharedManager as test } from './own-manager.ts'
import { mailsTo, newestCode, newestMail } from '../testing/outbox.ts'
import { ADMIN } from '../testing/server.ts'
import { makeSessionsStale } from '../testing/sessions.ts'
import { codeField, expect, open, reload } from './test.ts'
import type { Words } from '../testing/words.ts'

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

test(
  'A key is made, copied, used and revoked',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, w, server, watched }) => {
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
  },
)
