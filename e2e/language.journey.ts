import type { Page } from '@playwright/test'
import { documentAt } from './document.ts'
import { expect, heading, open, reload, test } from './test.ts'
import { LANGUAGES, words } from '../testing/words.ts'

const SECONDS = 43_200 * 60
/** The language menu, in any language. */
const languageSelect = (page: Page) => page.getByRole('combobox').filter({ has: page.locator('option[value=sw]') })
const rootFont = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)

test(
  'A language can be chosen before sign-in and holds for the next visit',
  { tag: '@phone' },
  async ({ page, context, browser, baseURL }) => {
    await open(page, '/login')
    for (const language of ['ar', 'sw', 'fr', 'en'] as const) {
      await languageSelect(page).selectOption(language)
      await expect(heading(page)).toHaveText(words(language)('login_title'))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      expect(await rootFont(page)).toBe(language === 'ar' ? '19.2px' : '16px')
      const cookie = (await context.cookies()).find(({ name }) => name === 'language')
      expect(cookie).toMatchObject({ value: language, path: '/', sameSite: 'Lax' })
      expect(Math.abs(cookie!.expires - Date.now() / 1000 - SECONDS)).toBeLessThan(60)
    }
    await languageSelect(page).selectOption('sw')
    await expect(heading(page)).toHaveText(words('sw')('login_title'))
    // The browser is restarted: only persistent cookies remain.
    const { cookies } = await context.storageState()
    const later = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      locale: 'en-US',
      storageState: { cookies: cookies.filter(({ expires }) => expires > 0), origins: [] },
    })
    const next = await later.newPage()
    await open(next, '/login')
    await expect(heading(next)).toHaveText(words('sw')('login_title'))
    await later.close()
  },
)

for (const [locale, language] of [
  ['fr-CA', 'fr'],
  ['ar-EG', 'ar'],
  ['sw-KE', 'sw'],
  ['de-DE', 'en'],
] as const) {
  test.describe(`A browser in ${locale}`, () => {
    test.use({ locale })
    test(
      `gets ${language} without having asked, and no cookie for it`,
      { tag: ['@desktop', '@slow'] },
      async ({ page, context }) => {
        await open(page, '/login')
        await expect(heading(page)).toHaveText(words(language)('login_title'))
        expect((await context.cookies()).filter(({ name }) => name === 'language')).toEqual([])
      },
    )
  })
}

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test('changes the language on the account page and stays there', { tag: ['@phone', '@slow'] }, async ({ page }) => {
    await open(page, '/app/account')
    for (const language of LANGUAGES.toReversed()) {
      await languageSelect(page).selectOption(language)
      await expect(heading(page)).toHaveText(words(language)('account_title'))
      await expect(page).toHaveURL('/app/account')
    }
  })

  test(
    'chooses a language before the script has come, and it is taken',
    { tag: ['@phone', '@slow'] },
    async ({ page }) => {
      const { promise: late, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*.js', async (route) => {
        await late
        await route.continue()
      })
      await page.goto('/app/account', { waitUntil: 'commit' })
      await languageSelect(page).selectOption('sw')
      release()
      await expect(heading(page)).toHaveText(words('sw')('account_title'))
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    },
  )

  test(
    'keeps the page and the search when the language changes',
    { tag: ['@phone', '@slow'] },
    async ({ page, context }) => {
      await open(page, '/app/books?searchTerm=hugo')
      await context.addCookies([{ name: 'language', value: 'ar', url: page.url() }])
      await reload(page)
      await expect(
        page.getByText(words('ar')('list_results', { count: 1, total: 1, searchTerm: 'hugo' })),
      ).toBeVisible()
    },
  )

  test('no response sets the language cookie again', { tag: '@desktop' }, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'language', value: 'fr', url: baseURL ?? '' }])
    for (const path of ['/app', '/app/books', '/login/error']) {
      const response = await page.request.get(path)
      expect(response.headers()['set-cookie'] ?? '').not.toContain('language')
    }
  })
})

test('A broken language cookie counts as none', { tag: '@desktop' }, async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'language', value: '../../xx', url: baseURL ?? '' }])
  expect(await documentAt(page, '/login')).toMatchObject({ status: 200, heading: words('en')('login_title') })
})
