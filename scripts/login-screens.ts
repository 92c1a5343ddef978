import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { stubCaptcha } from '../e2e/captcha-stub.ts'
import { stateOf } from '../e2e/enter.ts'
import { signInLink } from '../e2e/outbox.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

// Shared objects: screens with the same settings object share a server.
const PROVIDERS = {
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Chuo Kikuu',
}
const DEMO = { DEMO: 'true', CODES_PER_CLIENT: '1' }
const CAPTCHA = {
  CAPTCHA_PROVIDER: 'cloudflare-turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'secret-key',
}

const EMAIL = 'amina@example.org'
const VERIFY = `/login/verify?email=${EMAIL}`

interface Refusal {
  code: 'TOO_MANY_REQUESTS' | 'MAIL_NOT_SENT' | 'INVALID_OTP' | 'OTP_EXPIRED' | 'TOO_MANY_ATTEMPTS'
  retryAfter?: number
}

/** Mocks an error response that is hard to cause, with the server's sentence. */
const answerWith = (page: Page, w: Words, path: string, status: number, body: Refusal) =>
  page.route(`**/api/auth${path}`, (route) =>
    route.fulfill({ status, json: { message: w(`error_${body.code}`), ...body } }),
  )

async function askForCode(page: Page, w: Words): Promise<void> {
  await page.getByLabel(w('login_email_label'), { exact: true }).fill(EMAIL)
  await page.getByRole('button', { name: w('login_submit') }).click()
}

async function enterCode(page: Page, w: Words, status: number, body: Refusal) {
  await answerWith(page, w, '/sign-in/email-otp', status, body)
  await page.getByLabel(w('verify_code_label'), { exact: true }).fill('419203')
  await expect(page.getByRole('alert')).toBeVisible()
}

/** Opens the link of the mail about the second sign-in of a user. */
async function openNotice(page: Page, w: Words, dataDir: string): Promise<void> {
  const visitor = { email: `amina-${randomUUID().slice(0, 6)}@example.org`, dataDir }
  for (let time = 1; time <= 2; time += 1) await stateOf(new URL(page.url()).origin, 'reader', visitor)
  await page.goto(await signInLink(visitor.email, dataDir))
  await expect(page.getByRole('button', { name: w('not_me_button') })).toBeVisible()
}

const captcha =
  (isBlocked = false, isSlow = false) =>
  async (page: Page): Promise<void> => {
    const stub = await stubCaptcha(page.context(), { newToken: () => 'token' })
    stub.block(isBlocked)
    if (isSlow) await stub.slow()
  }

/** The sign-in screens with their states. */
export const LOGIN_SCREENS: Screen[] = [
  { name: 'login', person: 'nobody', path: '/login' },
  {
    name: 'login-error-field',
    person: 'nobody',
    path: '/login',
    act: async (page, w) => {
      await page.getByLabel(w('login_email_label'), { exact: true }).fill('amina@example')
      await page.getByRole('button', { name: w('login_submit') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'login-limited',
    person: 'nobody',
    path: '/login',
    act: async (page, w) => {
      await answerWith(page, w, '/email-otp/*', 429, { code: 'TOO_MANY_REQUESTS', retryAfter: 272 })
      await askForCode(page, w)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'login-mail-lost',
    person: 'nobody',
    path: '/login',
    act: async (page, w) => {
      await answerWith(page, w, '/email-otp/*', 503, { code: 'MAIL_NOT_SENT' })
      await askForCode(page, w)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'login-providers', person: 'nobody', path: '/login', settings: PROVIDERS },
  { name: 'login-demo', person: 'nobody', path: '/login', settings: DEMO },
  {
    name: 'login-demo-limited',
    person: 'nobody',
    path: '/login',
    settings: DEMO,
    act: async (page, w) => {
      const headers = { origin: new URL(page.url()).origin }
      await page.request.post('/api/auth/sign-in/demo', { data: { person: 'reader' }, headers })
      await page.context().clearCookies({ name: /session/ })
      await page.getByRole('button', { name: w('login_demo_reader') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'login-captcha',
    person: 'nobody',
    path: '/login',
    settings: CAPTCHA,
    before: captcha(),
    act: (page) => expect(page.locator('[data-widget]')).toBeVisible(),
  },
  {
    name: 'login-captcha-wanted',
    person: 'nobody',
    path: '/login',
    settings: CAPTCHA,
    before: captcha(false, true),
    act: async (page, w) => {
      await askForCode(page, w)
      await expect(page.getByText(w('captcha_wanted'))).toBeVisible()
    },
  },
  {
    name: 'login-captcha-failed',
    person: 'nobody',
    path: '/login',
    settings: CAPTCHA,
    before: captcha(true),
    act: (page) => expect(page.getByRole('alert')).toBeVisible(),
  },
  { name: 'verify', person: 'nobody', path: VERIFY },
  {
    name: 'verify-wrong',
    person: 'nobody',
    path: VERIFY,
    act: (page, w) => enterCode(page, w, 400, { code: 'INVALID_OTP' }),
  },
  {
    name: 'verify-limited',
    person: 'nobody',
    path: VERIFY,
    act: (page, w) => enterCode(page, w, 429, { code: 'TOO_MANY_REQUESTS', retryAfter: 1504 }),
  },
  {
    name: 'verify-expired',
    person: 'nobody',
    path: VERIFY,
    act: (page, w) => enterCode(page, w, 400, { code: 'OTP_EXPIRED' }),
  },
  {
    name: 'verify-resend-failed',
    person: 'nobody',
    path: VERIFY,
    act: async (page, w) => {
      await enterCode(page, w, 403, { code: 'TOO_MANY_ATTEMPTS' })
      await answerWith(page, w, '/email-otp/*', 503, { code: 'MAIL_NOT_SENT' })
      await page.getByRole('button', { name: w('verify_resend_new') }).click()
      await expect(page.getByText(w('error_MAIL_NOT_SENT'))).toBeVisible()
    },
  },
  { name: 'verify-no-address', person: 'nobody', path: '/login/verify' },
  { name: 'login-not-me', person: 'nobody', path: '/login/not-me', act: openNotice },
  {
    name: 'login-not-me-done',
    person: 'nobody',
    path: '/login/not-me',
    act: async (page, w, dataDir) => {
      await openNotice(page, w, dataDir)
      await page.getByRole('button', { name: w('not_me_button') }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(w('not_me_done_title'))
    },
  },
  { name: 'login-not-me-invalid', person: 'nobody', path: '/login/not-me?notice=x' },
  { name: 'login-error', person: 'nobody', path: '/login/error?error=access_denied' },
  { name: 'login-error-signup', person: 'nobody', path: '/login/error?error=signup_disabled' },
  { name: 'login-error-banned', person: 'nobody', path: '/login/error?error=BANNED_USER' },
  { name: 'login-error-unknown', person: 'nobody', path: '/login/error' },
]
