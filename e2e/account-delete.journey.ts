import type { Page } from '@playwright/test'
import { testAsManager } from './own-manager.ts'
import { ADMIN } from './server.ts'
import { makeSessionsStale } from './sessions.ts'
import { codeField, enterCode, expect, heading, open, reload, test } from './test.ts'
import type { Words } from './words.ts'

const opener = (page: Page, w: Words) => page.getByRole('main').getByRole('button', { name: w('account_delete') })
const question = (page: Page, w: Words) => page.getByRole('alertdialog', { name: w('account_delete_title') })
const button = (page: Page, w: Words, name: string) => question(page, w).getByRole('button', { name })

test(
  'An account is deleted after a code to its address',
  { tag: '@phone' },
  async ({ page, context, w, newReader, codeFor, dataDir, watched }) => {
    watched.allow(/status of 40[013]/)
    const email = await newReader()
    await makeSessionsStale(dataDir, email)
    await open(page, '/app/account')
    await opener(page, w).click()
    await expect(question(page, w)).toHaveAccessibleDescription(w('account_delete_text', { email }))
    await button(page, w, w('account_delete')).click()
    await expect(question(page, w)).toContainText(w('account_reauthenticate_title'))
    await button(page, w, w('account_reauthenticate_send')).click()
    await expect(question(page, w)).toContainText(w('account_delete_reauthenticate'))
    const code = await codeFor(email, 2)
    await codeField(page, w).fill(code === '111111' ? '222222' : '111111')
    await expect(page.getByRole('alert')).toHaveText(w('error_INVALID_OTP'))
    await page.keyboard.type(code)
    await expect(page).toHaveURL('/login')
    await expect(heading(page)).toHaveText(w('login_title'))
    expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
    // No user has the address any more.
    await enterCode(page, { email, dataDir })
    await expect(heading(page)).toHaveText(w('onboarding_title'))
  },
)

test('A fresh session needs no further code', { tag: '@phone' }, async ({ page, w, newReader }) => {
  await newReader()
  await open(page, '/app/account')
  await opener(page, w).click()
  await button(page, w, w('account_delete')).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(w('account_deleted'))).toBeVisible()
})

test(
  'Nothing is deleted by whoever thinks better of it',
  { tag: '@desktop' },
  async ({ page, w, newReader, dataDir, watched }) => {
    watched.allow(/status of 403/)
    const email = await newReader()
    await makeSessionsStale(dataDir, email)
    await open(page, '/app/account')
    await opener(page, w).focus()
    await page.keyboard.press('Enter')
    await button(page, w, w('account_delete')).click()
    await button(page, w, w('common_cancel')).click()
    await expect(question(page, w)).toHaveCount(0)
    await expect(opener(page, w)).toBeFocused()
    await reload(page)
    await expect(page.getByRole('main').getByText(email)).toBeVisible()
  },
)

const testAsLastAdmin = testAsManager({ ADMIN_EMAIL: ADMIN })
testAsLastAdmin.describe('The last admin', () => {
  testAsLastAdmin('stays, and is told so', { tag: '@desktop' }, async ({ page, w, watched }) => {
    watched.allow(/status of 409/)
    await open(page, '/manager/account')
    await opener(page, w).click()
    await button(page, w, w('account_delete')).click()
    await expect(question(page, w).getByRole('alert')).toHaveText(w('error_LAST_ADMIN'))
    await reload(page)
    await expect(page.getByRole('main').getByText(ADMIN)).toBeVisible()
  })
})
