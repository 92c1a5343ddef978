import type { Page } from '@playwright/test'
import { mailsTo } from './outbox.ts'
import { runSql } from './database.ts'
import { makeSessionsStale } from './sessions.ts'
import { askForCode, codeField, enter, expect, heading, newAddress, open, test } from './test.ts'
import type { Words } from './words.ts'

const dialog = (page: Page, w: Words) => page.getByRole('dialog', { name: w('account_email_title') })
const field = (page: Page, w: Words) => page.getByLabel(w('account_email_label'), { exact: true })
const button = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const card = (page: Page, email: string) => page.getByRole('main').getByText(email)
const other = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Opens the dialog and submits an address. */
async function ask(page: Page, w: Words, newEmail: string): Promise<void> {
  await open(page, '/app/account')
  await page.getByRole('button', { name: w('account_change_email') }).click()
  await expect(field(page, w)).toBeFocused()
  await field(page, w).fill(newEmail)
  await button(page, w('account_email_submit')).click()
}

test(
  'An address is changed with a code to the new one; the old one is told and other browsers are signed out',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, w, newReader, codeFor, dataDir }) => {
    const email = await newReader()
    const newEmail = newAddress('new')
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' })
    const elsewhere = await context.newPage()
    await enter(context, baseURL, { email, dataDir })

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
  { tag: '@phone' },
  async ({ page, w, newReader, codeFor, dataDir, watched }) => {
    watched.allow(/status of 40[03]/)
    const email = await newReader()
    const newEmail = newAddress('new')
    await makeSessionsStale(dataDir, email)
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

test(
  'An address in the URL fills the field and sends nothing',
  { tag: '@phone' },
  async ({ page, w, newReader, dataDir }) => {
    const email = await newReader()
    const newEmail = newAddress('new')
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
    // An invalid address is reported on submit.
    await open(page, '/app/account?newEmail=nobody')
    await button(page, w('account_email_submit')).click()
    await expect(page.getByRole('alert')).toHaveText(w('email_invalid'))
  },
)

test(
  'The current, an empty and an invalid address are reported in place',
  { tag: '@phone' },
  async ({ page, w, newReader }) => {
    const email = await newReader()
    await open(page, '/app/account')
    await page.getByRole('button', { name: w('account_change_email') }).click()
    for (const { typed, key } of [
      { typed: '', key: 'email_required' },
      { typed: 'amina@example', key: 'email_invalid' },
      { typed: email.toUpperCase(), key: 'email_same' },
    ] as const) {
      await field(page, w).fill(typed)
      await button(page, w('account_email_submit')).click()
      await expect(page.getByRole('alert')).toHaveText(w(key))
      await expect(field(page, w)).toBeFocused()
      await expect(field(page, w)).toHaveValue(typed)
    }
  },
)

test(
  'A taken address is asked for like a free one, and only its owner hears of it',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, w, newReader, dataDir }) => {
    const taken = newAddress('owner')
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' })
    await enter(context, baseURL, { email: taken, name: 'Baraka', dataDir })
    await context.close()
    await newReader()
    await ask(page, w, taken)
    await expect(dialog(page, w)).toContainText(taken)
    await expect(codeField(page, w)).toBeFocused()
    await expect.poll(async () => (await mailsTo(taken, dataDir)).at(-1)?.subject).toBe(w('mail_address_taken_subject'))
  },
)

test(
  'An address that somebody takes meanwhile is said at the field',
  { tag: '@phone' },
  async ({ page, browser, baseURL, w, newReader, codeFor, watched }) => {
    watched.allow(/status of 409/)
    const email = await newReader()
    const newEmail = newAddress('new')
    await ask(page, w, newEmail)
    const code = await codeFor(newEmail)
    await expect(codeField(page, w)).toBeFocused()
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US' })
    const rival = await context.newPage()
    await askForCode(rival, { email: newEmail })
    await codeField(rival, w).fill(await codeFor(newEmail, 2))
    await expect(heading(rival)).toHaveText(w('onboarding_title'))
    await context.close()
    await codeField(page, w).fill(code)
    await expect(page.getByRole('alert')).toHaveText(w('email_taken'))
    await expect(field(page, w)).toHaveValue(newEmail)
    await expect(field(page, w)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(card(page, email)).toBeVisible()
  },
)

test(
  'A code that does not come is sent again after half a minute',
  { tag: '@desktop' },
  async ({ page, w, newReader, codeFor }) => {
    await newReader()
    const newEmail = newAddress('new')
    await page.clock.install()
    await ask(page, w, newEmail)
    await expect(page.getByText(w('verify_outbox_wait', { time: '0:30' }).split('0:30')[0]!)).toBeVisible()
    await page.clock.runFor('00:31')
    await button(page, w('verify_outbox_again')).click()
    await expect(page.getByText(w('verify_outbox_done'))).toBeVisible()
    await expect(codeField(page, w)).toBeFocused()
    const first = await codeFor(newEmail)
    expect(await codeFor(newEmail, 2)).toBe(first)
    await page.keyboard.type(first)
    await expect(card(page, newEmail)).toBeVisible()
  },
)

test(
  'Whoever asks too often is told how long to wait, and waits',
  { tag: '@phone' },
  async ({ page, w, newReader, watched }) => {
    watched.allow(/status of 429/)
    await newReader()
    await page.clock.install()
    await ask(page, w, newAddress('new'))
    const before = w('error_wait', { time: '\u0000' }).split('\u0000')[0]!
    for (let time = 1; time <= 5; time++) {
      await button(page, w('verify_other_address')).click()
      await button(page, w('account_email_submit')).click()
      if (time < 5) await expect(codeField(page, w)).toBeFocused()
    }
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(before)
    await expect(alert).toContainText(/\b(9:\d\d|10:00)\b/)
    let posts = 0
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
    await button(page, w('account_email_submit')).click()
    await page.clock.runFor('01:00')
    await expect(alert).toContainText(/\b(8:\d\d|9:00)\b/)
    expect(posts).toBe(0)
    await page.clock.runFor('10:00')
    await expect(alert).toHaveCount(0)
  },
)

test(
  'An address that was never verified is verified on the page of the account, by a code',
  { tag: '@phone' },
  async ({ page, w, newReader, codeFor, dataDir }) => {
    const email = await newReader()
    await runSql(dataDir, 'update "user" set email_verified = false where email = $1', [email])
    const sent = (await mailsTo(email, dataDir)).length
    await open(page, '/app/account')
    await expect(page.getByText(w('account_not_verified'))).toBeVisible()
    await page.getByRole('button', { name: w('account_verify'), exact: true }).click()
    await expect(page.getByRole('dialog', { name: w('account_verify_title') })).toContainText(email)
    await button(page, w('account_reauthenticate_send')).click()
    await codeField(page, w).fill(await codeFor(email, sent + 1))
    await expect(page.getByText(w('account_verified_now'), { exact: true })).toBeVisible()
    await expect(page.getByText(w('account_not_verified'))).toHaveCount(0)
    await expect(page.getByRole('button', { name: w('account_change_email') })).toBeFocused()
  },
)
