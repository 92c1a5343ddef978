import { stubCaptcha } from '../captcha-stub.ts'
import { stateOf } from '../enter.ts'
import { originOf } from '../origin.ts'
import { signInLink } from '../outbox.ts'
import { codeField, emailField } from '../sign-in.ts'
import { expect, press, see, seeAlert, seeText, type Act, type Area, type Visit } from './screen.ts'

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
const CAPTCHA = {
  CAPTCHA_PROVIDER: 'cloudflare-turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'secret-key',
}

const EMAIL = 'amina@example.org'

interface Refusal {
  code: 'TOO_MANY_REQUESTS' | 'MAIL_NOT_SENT' | 'INVALID_OTP' | 'OTP_EXPIRED' | 'TOO_MANY_ATTEMPTS'
  retryAfter?: number
}

/** Mocks an error response that is hard to cause, with the server's sentence. */
const answerWith =
  (path: string, status: number, body: Refusal): Act =>
  ({ page, w }) =>
    page.route(`**/api/auth${path}`, (route) =>
      route.fulfill({ status, json: { message: w(`error_${body.code}`), ...body } }),
    )

const askForCode = (email = EMAIL): Act[] => [({ page, w }) => emailField(page, w).fill(email), press('login_submit')]
const refusedAddress = (status: number, body: Refusal): Act[] => [
  answerWith('/email-otp/*', status, body),
  ...askForCode(),
  seeAlert,
]
const refusedCode = (status: number, body: Refusal): Act[] => [
  answerWith('/sign-in/email-otp', status, body),
  ({ page, w }) => codeField(page, w).fill('419203'),
  seeAlert,
]

/** The link of the mail about the second sign-in of a user. */
async function noticeLink({ page, dataDir }: Visit): Promise<string> {
  const visitor = { email: `amina-${crypto.randomUUID().slice(0, 6)}@example.org`, dataDir }
  for (let time = 1; time <= 2; time += 1) await stateOf(originOf(page), 'reader', visitor)
  return signInLink(visitor.email, dataDir)
}

const captcha =
  ({ isBlocked = false, isSlow = false } = {}) =>
  async ({ page }: Visit): Promise<string> => {
    const stub = await stubCaptcha(page.context(), { newToken: () => 'token' })
    stub.block(isBlocked)
    if (isSlow) await stub.slow()
    return '/login'
  }

/** Backups as they are found on a stick, which a machine for tests has not. */
const chooseBackup: Act = async ({ page, w }) => {
  const of = (id: string, madeAt: string, books: number) => ({
    id,
    place: { kind: 'drive', name: 'BAOBABS' },
    file: `${id}.maktaba`,
    library: 'Les Baobabs',
    madeAt,
    books,
    borrowers: 742,
    check: 'whole',
    problem: null,
    hasWords: true,
  })
  const backups = [
    of('new', '2026-11-27T02:00:00Z', 12_408),
    of('old', '2026-11-20T02:00:00Z', 12_391),
    {
      ...of('cut', '', 0),
      madeAt: null,
      library: null,
      check: 'wrong',
      problem: w('restore_problem_cut', { file: 'cut.maktaba' }),
    },
  ]
  await page.route('**/api/restore/look', (route) => route.fulfill({ json: { backups, closed: [] } }))
  await page.getByRole('radio', { name: w('setup_backup') }).check()
  await expect(page.getByLabel(w('restore_words_label'))).toBeVisible()
}

/** What visitors see. */
export const LOGIN: readonly Area[] = [
  {
    person: 'nobody',
    screens: [
      {
        name: 'login',
        path: '/login',
        axe: 'both',
        next: [
          {
            name: 'login-error-field',
            axe: 'phone',
            act: [...askForCode('amina@example'), seeAlert],
          },
          {
            name: 'login-limited',
            axe: 'desktop',
            act: [
              ...refusedAddress(429, { code: 'TOO_MANY_REQUESTS', retryAfter: 272 }),
              ({ page }) => expect(page.getByRole('timer')).toBeVisible(),
            ],
          },
          { name: 'login-mail-lost', act: refusedAddress(503, { code: 'MAIL_NOT_SENT' }) },
        ],
      },
      {
        name: 'verify',
        path: `/login/verify?email=${EMAIL}`,
        axe: 'both',
        next: [
          { name: 'verify-wrong', axe: 'desktop', act: refusedCode(400, { code: 'INVALID_OTP' }) },
          { name: 'verify-limited', act: refusedCode(429, { code: 'TOO_MANY_REQUESTS', retryAfter: 1504 }) },
          { name: 'verify-expired', axe: 'phone', act: refusedCode(400, { code: 'OTP_EXPIRED' }) },
          {
            name: 'verify-resend-failed',
            act: [
              ...refusedCode(403, { code: 'TOO_MANY_ATTEMPTS' }),
              answerWith('/email-otp/*', 503, { code: 'MAIL_NOT_SENT' }),
              press('verify_resend_new'),
              seeText('error_MAIL_NOT_SENT'),
            ],
          },
        ],
      },
      { name: 'verify-no-address', path: '/login/verify' },
      {
        name: 'login-not-me',
        path: noticeLink,
        act: see('not_me_button'),
        next: [{ name: 'login-not-me-done', act: [press('not_me_button'), see('not_me_done_title', 'heading')] }],
      },
      { name: 'login-not-me-invalid', path: '/login/not-me?notice=x', axe: 'phone' },
      {
        name: 'login-card',
        path: '/login/card',
        axe: 'phone',
        next: [{ name: 'login-card-error', act: [press('card_submit'), seeAlert] }],
      },
      { name: 'login-error', path: '/login/error?error=access_denied', axe: 'phone' },
      { name: 'login-error-signup', path: '/login/error?error=signup_disabled' },
      { name: 'login-error-banned', path: '/login/error?error=BANNED_USER' },
      { name: 'login-error-unknown', path: '/login/error' },
      { name: '404-visitor', path: '/nowhere', axe: 'both' },
      { name: 'documentation', path: '/docs/operations', axe: 'both' },
      {
        name: 'api-docs',
        path: '/api/docs',
        act: ({ page }) => expect(page.locator('.opblock').first()).toBeVisible(),
      },
    ],
  },
  {
    person: 'nobody',
    settings: { SEED: 'sample', ADMIN_EMAIL: '', TRUSTED_PROXIES: '' },
    screens: [
      {
        name: 'setup',
        path: '/setup',
        axe: 'both',
        next: [
          { name: 'setup-errors', act: [press('setup_submit'), seeAlert] },
          { name: 'setup-backup', axe: 'both', act: chooseBackup },
        ],
      },
    ],
  },
  { person: 'nobody', settings: PROVIDERS, screens: [{ name: 'login-providers', path: '/login', axe: 'both' }] },
  {
    person: 'nobody',
    settings: { DEMO: 'true', CODES_PER_CLIENT: '1' },
    screens: [
      {
        name: 'login-demo',
        path: '/login',
        axe: 'both',
        next: [
          {
            name: 'login-demo-limited',
            act: [
              async ({ page }) => {
                const headers = { origin: originOf(page) }
                await page.request.post('/api/auth/sign-in/demo', { data: { person: 'reader' }, headers })
                await page.context().clearCookies({ name: /session/ })
              },
              press('login_demo_reader'),
              seeAlert,
            ],
          },
        ],
      },
    ],
  },
  {
    person: 'nobody',
    settings: CAPTCHA,
    screens: [
      {
        name: 'login-captcha',
        path: captcha(),
        axe: 'both',
        act: ({ page }) => expect(page.locator('[data-widget]')).toBeVisible(),
      },
      {
        name: 'login-captcha-wanted',
        path: captcha({ isSlow: true }),
        act: [...askForCode(), seeText('captcha_wanted')],
      },
      { name: 'login-captcha-failed', path: captcha({ isBlocked: true }), act: seeAlert },
    ],
  },
]
