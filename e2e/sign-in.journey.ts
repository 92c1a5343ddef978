import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { signInLink } from '../testing/outbox.ts'
import { askForCode, codeField, emailField, expect, heading, nameField, newAddress, open, test } from './test.ts'
import type { Words } from '../testing/words.ts'

test(
  'A visitor signs in with a code from the mail, is onboarded, and browses',
  { tag: '@slow' },
  async ({ page, w, codeFor }) => {
    const email = newAddress('amina')
    await open(page, '/')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('main')).toContainText(w('code_kept_sources'))
    await emailField(page, w).fill(email)
    await page.getByRole('button', { name: w('login_submit') }).click()
    await expect(heading(page)).toHaveText(w('verify_page_title'))
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(w('code_kept_sources'))
    await codeField(page, w).fill(await codeFor(email))
    await expect(heading(page)).toHaveText(w('onboarding_title'))
    await nameField(page, w).fill('Amina')
    await page.getByRole('button', { name: w('onboarding_submit') }).click()
    // The heading says it; no toast covers it.
    await expect(heading(page)).toHaveText(w('onboarding_success', { name: 'Amina' }))
    await expect(page.getByText(w('onboarding_success', { name: 'Amina' }))).toHaveCount(1)
    await page.getByRole('link', { name: w('home_all_books') }).click()
    await expect(heading(page)).toHaveText(w('books_title'))
    const first = page.getByRole('main').getByRole('listitem').first()
    const title = await first.getByRole('link').locator('> span').nth(1).innerText()
    await first.getByRole('link').click()
    await expect(heading(page)).toHaveText(title)
  },
)

test(
  'Who has been here before is not welcomed twice, and is told of it where the browser is new',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, w, newReader, signIn, dataDir }) => {
    const email = await newReader('Baraka')
    await context.clearCookies()
    await signIn(email)
    await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Baraka' }))
    await open(page, await signInLink(email, dataDir))
    await expect(page.getByRole('main')).toContainText(email)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: w('not_me_button') }).click()
    await expect(heading(page)).toHaveText(w('not_me_done_title'))
    await open(page, '/app')
    await expect(heading(page)).toHaveText(w('login_title'))
  },
)

test(
  'When no answer comes, the login says so and keeps the address',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    // Nor does the script of passkeys, whose suggestions nobody misses: it is neither said nor asked for again.
    let asked = 0
    await page.route(/\/passkey-[\w-]{8}\.js$/, (route) => {
      asked += 1
      return route.abort()
    })
    await open(page, '/login')
    await expect.poll(() => asked).toBe(1)
    await context.setOffline(true)
    await emailField(page, w).fill('amina@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(w('error_NETWORK'))
    await expect(emailField(page, w)).toHaveValue('amina@example.org')
    await expect(emailField(page, w)).toBeFocused()
    expect(asked).toBe(1)

    // Nor did the script that asks for a code, and browsers do not ask for it twice: the form is posted without it.
    await context.setOffline(false)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('verify_page_title'))
  },
)

const WAYS_BACK = [
  [
    'the link above the page',
    (page: Page, w: Words) => page.getByRole('link', { name: w('verify_other_address') }).click(),
  ],
  ['the browser', (page: Page) => page.goBack()],
] as const

test('A mistyped address can be put right, by every way back', { tag: '@phone' }, async ({ page, w, codeFor }) => {
  const mistyped = newAddress('amnia')
  const email = newAddress('amina')
  for (const [way, goBack] of WAYS_BACK) {
    await test.step(way, async () => {
      await askForCode(page, { email: mistyped })
      await expect(page.getByText(mistyped)).toBeVisible()
      await goBack(page, w)
      await expect(heading(page)).toHaveText(w('login_title'))
      await expect(page).toHaveURL('/login')
      await expect(emailField(page, w)).toHaveValue(mistyped)
    })
  }
  await page.goForward()
  await expect(page.getByText(mistyped)).toBeVisible()
  await page.goBack()
  await emailField(page, w).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(email)).toBeVisible()
  await codeField(page, w).fill(await codeFor(email))
  await expect(heading(page)).toHaveText(w('onboarding_title'))
})

test('Where one wanted to go is not forgotten on the way back', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, '/app/books')
  await emailField(page, w).fill(newAddress())
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: w('verify_other_address') }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/app/books')
})

/** The sentence of a limit, with any time. */
const waitSentence = (w: Words): RegExp =>
  new RegExp(`^${w('error_wait', { time: 'TIME' }).replaceAll('.', '\\.').replace('TIME', '\\d+:\\d\\d')}$`)

/** Requests as many codes as an address may get. */
async function askForAll(page: Page, email: string): Promise<void> {
  for (let count = 0; count < 5; count++) {
    const answer = await page.request.post('/api/auth/email-otp/send-verification-otp', {
      data: { email, type: 'sign-in' },
      headers: { origin: new URL(page.url()).origin },
    })
    expect(answer.status()).toBe(200)
  }
}

test(
  'Too many codes: the page counts down, and another address goes on',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, codeFor, watched }) => {
    watched.allow(/status of 429/)
    const email = newAddress()
    await page.clock.install()
    await open(page, '/login')
    await askForAll(page, email)
    await emailField(page, w).fill(email)
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(waitSentence(w))
    await expect(emailField(page, w)).toBeFocused()
    await expect(emailField(page, w)).toHaveValue(email)
    const before = await alert.textContent()
    await page.clock.runFor('00:02')
    await expect(alert).toHaveText(waitSentence(w))
    expect(await alert.textContent()).not.toBe(before)
    // A phone wakes up: by the clock the wait is over.
    await page.clock.fastForward('10:00')
    await expect(alert).toHaveCount(0)
    const other = newAddress()
    await emailField(page, w).fill(other)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('verify_page_title'))
    await codeField(page, w).fill(await codeFor(other))
    await expect(heading(page)).toHaveText(w('onboarding_title'))
  },
)

test(
  'Too many codes sent again: said where it was asked, and the code can still be entered',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, codeFor, watched }) => {
    watched.allow(/status of 429/)
    const email = newAddress()
    await page.clock.install()
    await open(page, '/login')
    await askForAll(page, email)
    await open(page, `/login/verify?email=${encodeURIComponent(email)}`)
    await page.clock.runFor('00:31')
    await page.getByRole('button', { name: w('verify_outbox_again') }).click()
    await expect(page.getByRole('alert')).toHaveText(waitSentence(w))
    await expect(codeField(page, w)).not.toHaveAttribute('aria-invalid')
    await codeField(page, w).fill(await codeFor(email, 5))
    await expect(heading(page)).toHaveText(w('onboarding_title'))
  },
)
