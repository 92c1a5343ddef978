import { testWith } from './own-server.ts'
import { emailField, expect, heading, newAddress, open } from './test.ts'

// No server listens on this port: every mail fails.
const test = testWith(
  async () => ({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', ENV_EMOJI: '🧪', ENV_COLOR: 'teal' }),
  [/A code could not be mailed/],
)
test.describe.configure({ mode: 'default' })

test(
  'When no mail can be sent the login says so and keeps the address',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/503/)
    const email = newAddress()
    await open(page, '/login')
    await emailField(page, w).fill(email)
    // More often than the limit allows: failed mails do not count.
    for (let attempt = 1; attempt <= 7; attempt++) {
      const answer = page.waitForResponse(/send-verification-otp/)
      await page.getByRole('button', { name: w('login_submit') }).click()
      expect((await answer).status()).toBe(503)
      await expect(page.getByRole('alert')).toHaveText(w('error_MAIL_NOT_SENT'))
      await expect(emailField(page, w)).toHaveValue(email)
      await expect(emailField(page, w)).toBeFocused()
    }
    await expect(page).toHaveURL('/login')
  },
)

test(
  'When a code cannot be sent again, that is said there, with the way to try once more',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/503/)
    await page.clock.install()
    await open(page, `/login/verify?email=${encodeURIComponent(newAddress())}`)
    await page.clock.runFor('00:31')
    const again = page.getByRole('button', { name: w('verify_resend') })
    await again.click()
    await expect(page.getByRole('alert')).toHaveText(w('error_MAIL_NOT_SENT'))
    await expect(again).toBeEnabled()
    await expect(heading(page)).toHaveText(w('verify_title'))
    await expect(page.getByText(w('code_kept_sources'))).toHaveCount(0)
  },
)

test(
  'A trial installation is marked without a name, and by nothing that takes room',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/login')
    await expect(page).toHaveTitle(`🧪 ${w('login_page_title')} · Maktaba`)
    await expect(page.getByText(w('env_hint_unnamed'))).toBeAttached()
    const [height, room] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight])
    expect(height).toBe(room)
  },
)
