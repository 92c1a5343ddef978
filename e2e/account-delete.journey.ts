import type { Page } from '@playwright/test'
import { makeSessionsStale } from '../testing/sessions.ts'
import { codeField, enterCode, expect, heading, open, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const opener = (page: Page, w: Words) => page.getByRole('main').getByRole('button', { name: w('account_delete') })
const question = (page: Page, w: Words) => page.getByRole('alertdialog', { name: w('account_delete_title') })
const button = (page: Page, w: Words, name: string) => question(page, w).getByRole('button', { name })

test(
  'An account is deleted after a code to its address',
  { tag: ['@phone', '@slow'] },
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
