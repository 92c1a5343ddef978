import type { Page } from '@playwright/test'
import { addSessions } from './sessions.ts'
import { enter, expect, open, reload, test } from './test.ts'
import { LANGUAGES, words, type Words } from './words.ts'
import { toast } from './toasts.ts'

const panel = (page: Page, w: Words) =>
  page.getByRole('main').locator('section', { hasText: w('account_sessions_title') })
const rows = (page: Page, w: Words) => panel(page, w).getByRole('listitem')
const panelHeading = (page: Page, w: Words) => page.getByRole('heading', { name: w('account_sessions_title') })
const endOthers = (page: Page, w: Words) => panel(page, w).getByRole('button', { name: w('account_sessions_end') })
const question = (page: Page) => page.getByRole('alertdialog')

test(
  'One sees where one is signed in, and ends it there',
  { tag: '@phone' },
  async ({ page, browser, baseURL, w, newReader, dataDir }) => {
    const email = await newReader()
    await open(page, '/app/account')
    await expect(rows(page, w)).toHaveCount(1)
    await expect(rows(page, w)).toContainText(w('account_session_current'))
    await expect(rows(page, w).getByRole('button')).toHaveCount(1)
    await expect(endOthers(page, w)).toHaveCount(0)

    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US', userAgent })
    const elsewhere = await context.newPage()
    await enter(elsewhere.context(), baseURL, { email, dataDir })
    await open(elsewhere, '/app/books')

    await open(page, '/app/account')
    await expect(rows(page, w)).toHaveCount(2)
    await expect(rows(page, w).first()).toContainText(w('account_session_current'))
    const device = w('account_session_device', { browser: 'Firefox', system: 'Linux' })
    await expect(rows(page, w).last()).toContainText(device)
    await rows(page, w)
      .last()
      .getByRole('button', { name: w('account_session_end', { device }) })
      .click()
    await expect(question(page)).toHaveAccessibleName(w('account_session_end_title', { device }))
    await question(page)
      .getByRole('button', { name: w('account_sign_out') })
      .click()
    await expect(toast(page, w('account_session_ended'))).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(rows(page, w)).toHaveCount(1)
    await expect(panelHeading(page, w)).toBeFocused()
    await elsewhere.goto('/app/books')
    await expect(elsewhere).toHaveURL('/login?redirect=%2Fapp%2Fbooks')
    await context.close()
  },
)

test('One signs out everywhere else at once', { tag: '@desktop' }, async ({ page, w, newReader, dataDir }) => {
  const email = await newReader()
  await addSessions(dataDir, email)
  await open(page, '/app/account')
  await expect(rows(page, w)).toHaveCount(5)
  await endOthers(page, w).click()
  await expect(question(page)).toHaveAccessibleDescription(w('account_sessions_end_text'))
  await question(page)
    .getByRole('button', { name: w('common_cancel') })
    .click()
  await expect(question(page)).toHaveCount(0)
  await expect(endOthers(page, w)).toBeFocused()
  await endOthers(page, w).click()
  await question(page)
    .getByRole('button', { name: w('account_sessions_end') })
    .click()
  await expect(toast(page, w('account_sessions_ended'))).toBeVisible()
  await expect(rows(page, w)).toHaveCount(1)
  await expect(endOthers(page, w)).toHaveCount(0)
  await expect(panelHeading(page, w)).toBeFocused()
  await reload(page)
  await expect(rows(page, w)).toHaveCount(1)
})

test(
  'A sign-in shows its address, its times and its fingerprint on request',
  { tag: '@desktop' },
  async ({ page, w, newReader, dataDir }) => {
    await addSessions(dataDir, await newReader(), [{ agent: null, ip: '41.90.64.12', days: 2 }])
    await open(page, '/app/account')
    const row = rows(page, w).last()
    await expect(row).toContainText(w('account_session_unknown'))
    await expect(row).toContainText(w('account_session_used', { when: '2 days ago' }))
    await expect(row.getByText('41.90.64.12')).toBeHidden()
    const more = row.getByRole('button', { expanded: false })
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(row.getByText('41.90.64.12')).toBeVisible()
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-GB', {
        dateStyle: 'long',
        timeZone: 'Africa/Nairobi',
      })
    await expect(row.getByRole('definition')).toHaveText([
      '41.90.64.12',
      day(-2 - 1 / 24),
      day(28),
      /^[\da-f]{4}·[\da-f]{4}$/,
    ])
  },
)

test(
  'Of many sign-ins the first are shown, and all on request',
  { tag: '@phone' },
  async ({ page, w, newReader, dataDir }) => {
    const many = Array.from({ length: 30 }, (_, days) => ({ agent: null, ip: '41.90.64.12', days }))
    await addSessions(dataDir, await newReader(), many)
    await open(page, '/app/account')
    await expect(rows(page, w)).toHaveCount(5)
    await expect(rows(page, w).first()).toContainText(w('account_session_current'))
    await panel(page, w)
      .getByRole('button', { name: w('account_sessions_show_all', { count: 31 }) })
      .click()
    await expect(rows(page, w)).toHaveCount(31)
    await expect(
      panel(page, w).getByRole('button', { name: w('account_sessions_show_all', { count: 31 }) }),
    ).toHaveCount(0)
  },
)

test.describe('When something fails', () => {
  test.beforeEach(({ watched }) => watched.allow(/ERR_FAILED/))

  test('the page works without its sign-ins, and can retry', { tag: '@phone' }, async ({ page, w, newReader }) => {
    const email = await newReader()
    await open(page, '/app')
    await page.route('**/_serverFn/session.listOwnSessions**', (route) => route.abort())
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: w('nav_account') })
      .click()
    await expect(page.getByRole('main').getByText(email)).toBeVisible()
    const alert = panel(page, w).getByRole('alert')
    await expect(alert).toContainText(w('account_sessions_load_failed'))
    await page.unroute('**/_serverFn/session.listOwnSessions**')
    await alert.getByRole('button', { name: w('common_try_again') }).click()
    await expect(rows(page, w)).toHaveCount(1)
    await expect(alert).toHaveCount(0)
  })

  test('an end says so, and can be asked for again', { tag: '@desktop' }, async ({ page, w, newReader, dataDir }) => {
    await addSessions(dataDir, await newReader())
    await open(page, '/app/account')
    await page.route(/revokeOwnSession|revoke-other-sessions/, (route) => route.abort())
    await rows(page, w).last().getByRole('button').last().click()
    await question(page)
      .getByRole('button', { name: w('account_sign_out') })
      .click()
    await expect(toast(page, w('account_session_failed'))).toContainText(w('error_NETWORK'))
    await question(page)
      .getByRole('button', { name: w('common_cancel') })
      .click()
    await endOthers(page, w).click()
    await question(page)
      .getByRole('button', { name: w('account_sessions_end') })
      .click()
    await expect(toast(page, w('account_sessions_failed'))).toBeVisible()
    await page.unroute(/revokeOwnSession|revoke-other-sessions/)
    await question(page)
      .getByRole('button', { name: w('account_sessions_end') })
      .click()
    await expect(rows(page, w)).toHaveCount(1)
  })
})

test(
  'Times are the same from the server and in the browser, in every language',
  { tag: '@desktop' },
  async ({ page, context, baseURL, newReader, dataDir }) => {
    await addSessions(dataDir, await newReader())
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      // A hydration mismatch would be an error in the console.
      await open(page, '/app/account')
      await expect(rows(page, words(language))).toHaveCount(5)
    }
  },
)
