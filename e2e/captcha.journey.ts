import type { Page } from '@playwright/test'
import { SECRET_KEY, startCaptchaService, type CaptchaService } from '#test/sign-in/captcha-service.ts'
import { testAreas } from './axe.ts'
import { areasWith } from '../testing/screens/list.ts'
import { stubCaptcha, type CaptchaStub } from '../testing/captcha-stub.ts'
import { testWith } from './own-server.ts'
import { codeField, emailField, expect, heading, newAddress, open } from './test.ts'
import type { Words } from '../testing/words.ts'

let service: CaptchaService
const own = testWith(async () => {
  service = await startCaptchaService()
  return {
    CAPTCHA_PROVIDER: 'cloudflare-turnstile',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET_KEY: SECRET_KEY,
    CAPTCHA_VERIFY_URL: service.url,
  }
}).extend({
  watched: async ({ watched }, use) => {
    // Allows only the provider's script, which the stub replaces.
    watched.allow(/^left the site: https:\/\/challenges\.cloudflare\.com\/turnstile/)
    await use(watched)
  },
})
const test = own.extend<{ stub: CaptchaStub }>({
  stub: [
    async ({ context, baseURL }, use) => {
      service.asked.length = 0
      // `baseURL` has started the server and the captcha service.
      if (baseURL) await use(await stubCaptcha(context, service))
    },
    { auto: true },
  ],
})
test.describe.configure({ mode: 'default' })
test.afterAll(() => service.close())

const widget = (page: Page) => page.locator('[data-widget]')

async function ask(page: Page, w: Words, email: string): Promise<void> {
  await emailField(page, w).fill(email)
  await page.getByRole('button', { name: w('login_submit') }).click()
}

test(
  'Signing in with a captcha on: each code that is sent has a token of its own',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, codeFor }) => {
    const email = newAddress()
    await page.clock.install()
    await open(page, '/login')
    await expect(widget(page)).toHaveText('site-key · en · light')
    await ask(page, w, email)
    await expect(heading(page)).toHaveText(w('verify_page_title'))
    await expect(widget(page)).toHaveCount(0)
    await page.clock.runFor('00:31')
    await page.getByRole('button', { name: w('verify_outbox_again') }).click()
    await expect(page.getByText(w('verify_outbox_done'))).toBeVisible()
    expect(new Set(service.asked.map(({ response }) => response)).size).toBe(2)
    expect(service.asked).toHaveLength(2)
    await codeField(page, w).fill(await codeFor(email, 2))
    await expect(heading(page)).toHaveText(w('onboarding_title'))
  },
)

test(
  'A token that is refused is said, and the next press brings a fresh one',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, stub, watched }) => {
    watched.allow(/status of 403/)
    await stub.slow()
    await open(page, '/login')
    await expect(widget(page)).toBeVisible()
    await page.evaluate(`Object.assign(window, { newToken: async () => 'forged' }); captcha.solve()`)
    const email = newAddress()
    await ask(page, w, email)
    await expect(page.getByRole('alert')).toHaveText(w('error_VERIFICATION_FAILED'))
    await expect(emailField(page, w)).toHaveValue(email)
    await expect(widget(page)).toBeVisible()
    await page.evaluate((token) => Object.assign(window, { newToken: async () => token }), service.newToken())
    await page.getByRole('button', { name: w('login_submit') }).click()
    await stub.act(page, 'solve')
    await expect(heading(page)).toHaveText(w('verify_page_title'))
  },
)

test(
  'Whoever presses first waits for the check, and goes on when it is done',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, stub }) => {
    await stub.slow()
    await open(page, '/login')
    const status = page.getByRole('main').getByRole('status')
    await ask(page, w, 'amnia@example.org')
    await expect(status.filter({ hasText: w('captcha_wanted') })).toBeVisible()
    expect(service.asked).toEqual([])
    // Another address starts over.
    const email = newAddress()
    await emailField(page, w).fill(email)
    await expect(status.filter({ hasText: w('captcha_wanted') })).toHaveCount(0)
    await stub.act(page, 'solve')
    await stub.act(page, 'expire')
    await expect(status.filter({ hasText: w('captcha_expired') })).toBeVisible()
    await page.keyboard.press('Enter')
    await stub.act(page, 'solve')
    await expect(page.getByText(email)).toBeVisible()
    expect(service.asked).toHaveLength(1)
  },
)

test(
  'Where the script of the captcha is blocked the page says so, and can try again',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, stub, watched }) => {
    watched.allow(/ERR_FAILED/)
    stub.block(true)
    await open(page, '/login')
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(w('captcha_failed'))
    await ask(page, w, newAddress())
    await expect(alert).toHaveText(w('captcha_failed'))
    await expect(page.getByRole('button', { name: w('login_submit') })).not.toHaveAttribute('aria-disabled')
    stub.block(false)
    await page.getByRole('button', { name: w('common_try_again') }).click()
    await expect(alert).toHaveCount(0)
    await expect(widget(page)).toBeVisible()
    // The widget itself may fail too.
    await stub.act(page, 'fail')
    await expect(alert).toHaveText(w('captcha_failed'))
    await page.getByRole('button', { name: w('login_submit') }).click()
    await expect(heading(page)).toHaveText(w('verify_page_title'))
  },
)

test(
  'Where not even the page’s own part of the captcha comes, nobody waits for it',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_FAILED/, /Minified React error #4\d\d/)
    await context.route(/\/assets\/captcha-/, (route) => route.abort())
    await open(page, '/login')
    await expect(page.getByRole('alert')).toHaveText(w('error_NETWORK'))
    await ask(page, w, newAddress())
    await expect(page.getByRole('button', { name: w('login_submit') })).not.toHaveAttribute('aria-disabled')
    await context.unroute(/\/assets\/captcha-/)
    await page.getByRole('button', { name: w('common_try_again') }).click()
    await expect(widget(page)).toBeVisible()
  },
)

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says that the check needs it', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await page.goto('/login')
    // Playwright does not find text inside it.
    const hint = page.locator('noscript p').filter({ visible: true })
    await expect(hint).toHaveText(w('captcha_noscript'))
    await ask(page, w, 'amina@example.org')
    await expect(page.getByRole('alert')).toHaveText(w('error_MISSING_RESPONSE'))
    await expect(emailField(page, w)).toHaveValue('amina@example.org')
    await expect(hint).toHaveCount(1)
  })
})

testAreas(areasWith('login-captcha'), own)
