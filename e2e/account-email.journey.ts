import type { Page } from '@playwright/test'
import { mailsTo } from '../testing/outbox.ts'
import { makeSessionsStale } from '../testing/sessions.ts'
import { codeField, enter, expect, newAddress, open, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const dialog = (page: Page, w: Words) => page.getByRole('dialog', { name: w('account_email_title') })
const field = (page: Page, w: Words) => page.getByLabel(w('account_email_label'), { exact: true })
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const card = (page: Page, email: string) => page.getByRole('main').getByText(email)
const other = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Opens the dialog on the page of the account, and submits an address. */
async function ask(page: Page, w: Words, newEmail: string): Promise<void> {
  await page.getByRole('button', { name: w('account_change_email') }).click()
  await expect(field(page, w)).toBeFocused()
  await field(page, w).fill(newEmail)
  await button(page, w('account_email_submit')).click()
}

test(
  'An address is changed with a code to the new one; the old one is told and other browsers are signed out',
  { tag: ['@desktop', '@slow'] },
  async ({ page, browser, baseURL, w, newReader, codeFor, dataDir }) => {
    const email = await newReader()
    const newEmail = newAddress('new')
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' })
    const elsewhere = await context.newPage()
    await enter(context, baseURL, { email, dataDir })

    // In the URL it fills the field, and sends nothing.
    let posts = 0
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
    await open(page, `/app/account?newEmail=${encodeURIComponent(newEmail)}`)
    await expect(field(page, w)).toHaveValue(newEmail)
    await expect(field(page, w)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, w)).toHaveCount(0)
    await expect(page).toHaveURL('/app/account')
    await expect(card(page, email)).toBeVisible()
    expect(posts).toBe(0)
    expect(await mailsTo(newEmail, dataDir)).toEqual([])

    await ask(page, w, ` ${newEmail.toUpperCase()}`)
    await expect(dialog(page, w)).toContainText(newEmail)
    await expect(codeField(page, w)).toBeFocused()
    await codeField(page, w).fill(await codeFor(newEmail))
    await expect(page.getByText(w('account_email_changed'), { exact: true })).toBeVisible()
    await expect(dialog(page, w)).toHaveCount(0)
    await expect(card(page, newEmail)).toBeVisible()
    await expect(page.getByText(w('account_not_verified'))).toHaveCount(0)
    await expect
      .poll(async () => (await mailsTo(email, dataDir)).at(-1)?.subject)
      .toBe(w('mail_address_changed_subject'))
    await elsewhere.goto('/app/books')
    await expect(elsewhere).toHaveURL('/login?redirect=%2Fapp%2Fbooks')
    await context.close()
  },
)

test(
  'Who has not reauthenticated lately first confirms that it is them, and then goes on',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, newReader, codeFor, dataDir, watched }) => {
    watched.allow(/status of 40[03]/)
    const email = await newReader()
    const newEmail = newAddress('new')
    await makeSessionsStale(dataDir, email)
    await open(page, '/app/account')
    await ask(page, w, newEmail)
    await expect(dialog(page, w)).toContainText(w('account_reauthenticate_title'))
    await expect(button(page, w('account_reauthenticate_send'))).toBeFocused()
    expect(await mailsTo(newEmail, dataDir)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(codeField(page, w)).toBeFocused()
    const ownCode = await codeFor(email, 2)
    await codeField(page, w).fill(other(ownCode))
    await expect(page.getByRole('alert')).toHaveText(w('error_INVALID_OTP'))
    await expect(codeField(page, w)).toBeFocused()
    await page.keyboard.type(ownCode)
    await expect(dialog(page, w)).toContainText(newEmail)
    await expect(codeField(page, w)).toHaveValue('')
    await expect(codeField(page, w)).toBeFocused()
    const code = await codeFor(newEmail)
    await page.keyboard.type(other(code))
    await expect(page.getByRole('alert')).toHaveText(w('error_INVALID_OTP'))
    await page.keyboard.type(code)
    await expect(card(page, newEmail)).toBeVisible()
  },
)
