import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'
import { words } from './words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PHONE = [
  ['en', 'light'],
  ['ar', 'dark'],
] as const
const DESKTOP = [
  ['en', 'dark'],
  ['ar', 'light'],
] as const

interface Screen {
  name: string
  path: string
  /** What is done before it is looked at. */
  act?: (page: Page, w: ReturnType<typeof words>) => Promise<void>
}

async function violations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark)
    // Colours on their way to others are nobody's choice.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  }, theme === 'dark')
  // Without frames the quicker way looks at the same.
  const result = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode(true).analyze()
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

/** Looks at a screen in English and Arabic, light and dark: each pair on one of the two sizes, which halves the time. */
function testScreens(screens: readonly Screen[]): void {
  for (const { name, path, act } of screens) {
    test(`${name} is without fault for everyone`, async ({ page, context, baseURL, watched, isMobile }) => {
      watched.allow(/status of 40[034]/)
      for (const [language, theme] of isMobile ? PHONE : DESKTOP) {
        await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
        await open(page, path)
        await act?.(page, words(language))
        expect.soft(await violations(page, theme), `${language} ${theme}`).toEqual([])
      }
    })
  }
}

testScreens([
  { name: 'The login', path: '/login' },
  {
    name: 'The login with an error',
    path: '/login',
    act: async (page, w) => {
      await page.getByRole('button', { name: w('login_submit') }).click()
      await expect(page.getByRole('alert')).toHaveText(w('email_required'))
    },
  },
  { name: 'The page of the code', path: '/login/verify?email=amina@example.org' },
  {
    name: 'The page of the code with an error',
    path: '/login/verify?email=amina@example.org',
    act: async (page, w) => {
      await page.getByRole('button', { name: w('verify_submit') }).click()
      await expect(page.getByRole('alert')).toHaveText(w('code_required'))
    },
  },
  { name: 'The login error page', path: '/login/error?error=access_denied' },
  { name: 'The 404 page', path: '/nowhere' },
])

test.describe('A new person', () => {
  test.use({ person: 'newcomer' })
  testScreens([{ name: 'The welcome', path: '/onboarding' }])
})

test.describe('A reader', () => {
  test.use({ person: 'reader' })
  testScreens([
    { name: 'The home page', path: '/app' },
    { name: 'The list of books', path: '/app/books' },
    { name: 'A search without results', path: '/app/books?searchTerm=zzzz' },
    { name: 'A search that cannot be', path: `/app/books?searchTerm=${'a'.repeat(201)}` },
    {
      name: 'A book',
      path: '/app/books?searchTerm=fahrenheit',
      act: async (page) => {
        await page.getByRole('main').getByRole('listitem').getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fahrenheit 451')
      },
    },
    { name: 'A book that is not there', path: '/app/books/nowhere' },
    { name: 'The account', path: '/app/account' },
    {
      name: 'The question before signing out',
      path: '/app/account',
      act: async (page, w) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: w('account_sign_out') })
          .click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    { name: 'Access Denied', path: '/manager' },
  ])
})

test.describe('A manager', () => {
  test.use({ person: 'admin' })
  testScreens([
    { name: 'The dashboard', path: '/manager/dashboard' },
    { name: 'The page that asks where to', path: '/home' },
  ])
})
