import type { Page } from '@playwright/test'
import { runSql } from '../testing/database.ts'
import { askForCode, codeField, expect, heading, newAddress, open, reload, test } from './test.ts'

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('ControlOrMeta+v')
}

test('A code pasted with a space submits itself', { tag: '@desktop' }, async ({ page, w, codeFor }) => {
  const email = newAddress()
  await askForCode(page, { email })
  await expect(codeField(page, w)).toBeFocused()
  const code = await codeFor(email)
  await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await expect(heading(page)).toHaveText(w('onboarding_title'))
})

test(
  'The field shows that it has the focus, also when its page is opened directly',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/login/verify?email=amina@example.org')
    await expect(codeField(page, w)).toBeFocused()
    const form = page.getByRole('main').locator('form')
    const focused = await form.screenshot()
    await codeField(page, w).blur()
    expect((await form.screenshot()).equals(focused)).toBe(false)
  },
)

test(
  'A sign-in after which the connection breaks is no refused code: it goes on from there',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, codeFor, watched }) => {
    watched.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
    const email = newAddress()
    await askForCode(page, { email })
    const code = await codeFor(email)
    await page.route('**/_serverFn/**', (route) => route.abort())
    const signIn = page.waitForResponse('**/sign-in/email-otp')
    await codeField(page, w).fill(code)
    expect((await signIn).status()).toBe(200)
    const tryAgain = page.getByRole('button', { name: w('common_try_again') })
    await expect(tryAgain).toBeVisible()
    await expect(codeField(page, w)).toHaveCount(0)
    await page.unrouteAll()
    await tryAgain.click()
    await expect(heading(page)).toHaveText(w('onboarding_title'))
  },
)

test(
  'An expired code says so; the next one works',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, codeFor, dataDir, watched }) => {
    watched.allow(/status of 400/)
    const email = newAddress()
    await askForCode(page, { email })
    const code = await codeFor(email)
    await runSql(dataDir, `update verification set expires_at = now() - interval '1 second' where identifier like $1`, [
      `%${email}`,
    ])
    await codeField(page, w).fill(code)
    await expect(page.getByRole('alert')).toHaveText(w('error_OTP_EXPIRED'))
    // Still after a reload, as of a tab that the phone has closed while the mail was read.
    await reload(page)
    await codeField(page, w).fill(code)
    await expect(page.getByRole('alert')).toHaveText(w('error_OTP_EXPIRED'))
    // At once, not after half a minute, since the code has expired.
    await page.getByRole('button', { name: w('verify_resend_new') }).click()
    await expect(page.getByText(w('verify_outbox_done'))).toBeVisible()
    await expect(codeField(page, w)).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    const next = await codeFor(email, 2)
    expect(next).not.toBe(code)
    await codeField(page, w).fill(next)
    await expect(heading(page)).toHaveText(w('onboarding_title'))
  },
)

test(
  'The page of the code says what is missing when it is opened without an address',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    expect(await open(page, '/login/verify?redirect=/app/books')).toBe(200)
    await expect(page.getByRole('alert')).toHaveText(w('email_required'))
    await open(page, '/login/verify?email=amina&redirect=/app/books')
    await expect(page.getByRole('alert')).toHaveText(w('email_invalid'))
    await page.getByRole('link', { name: w('verify_missing_action') }).click()
    await expect(heading(page)).toHaveText(w('login_title'))
    await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === '/app/books')
  },
)
