import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, goOn, open, test } from './test.ts'
import { enlargeText, expectFit, tooWide } from './widths.ts'
import { LANGUAGES } from '../testing/words.ts'

/** Layout shift of a first visit (web.dev: good is under 0.1). */
const SHIFT_LIMIT = 0.02
/** Pages that have room at 320 px for text that is twice as large. */
const NARROWEST = new Set(['/login', '/app', '/app/account'])

const BEFORE = ['/login', '/login/verify?email=amina@example.org', '/login/error', '/nowhere']
const READER = ['/app', '/app/books', '/app/books?searchTerm=zzzz', '/app/account', '/manager', '/app/books/nowhere']
const MANAGER = [
  '/manager/dashboard',
  '/manager/books',
  '/manager/books/new',
  '/manager/users',
  '/manager/account',
  '/home',
]

const LENDING = [
  '/manager/borrowers',
  '/manager/borrowers/year-end',
  '/manager/borrowers/due-days',
  '/manager/borrowers/certificates',
  '/manager/borrowers/calendar',
  '/manager/borrowers/accounts',
  '/manager/copies',
  '/manager/copies/trash',
  '/manager/holds',
  '/manager/class-sets',
  '/manager/stocktakes',
  '/manager/overdue',
  '/manager/letters',
  '/manager/statistics',
  '/manager/statistics?view=tables',
  '/manager/labels',
  '/manager/labels?about=cards',
  '/desk/self',
]

/** Sums up layout shifts, with the moved texts, without those within 500 ms of an input, as in the metric. */
async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node }[]
      })[]) {
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(' | '),
          })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function firstVisit(page: Page, path: string): Promise<{ value: number; what: string }[]> {
  await noteShifts(page)
  // A slow connection: the fonts arrive after the first paint.
  await page.route('**/*.woff2', async (route) => {
    await sleep(1000)
    await route.continue()
  })
  await open(page, path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(200)
  return page.evaluate(() => (window as unknown as { shifts: { value: number; what: string }[] }).shifts)
}

function testShift(path: string): void {
  for (const { locale, tag } of [
    { locale: 'en', tag: '@desktop' },
    { locale: 'ar', tag: '@phone' },
  ]) {
    test.describe(`A first visit in ${locale}`, () => {
      test.use({ locale })
      test(`moves nothing on ${path}`, { tag }, async ({ page }) => {
        const shifts = await firstVisit(page, path)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(SHIFT_LIMIT)
      })
    })
  }
}

testShift('/login')
test.describe('A reader', () => {
  test.use({ person: 'reader' })
  testShift('/app')
  testShift('/app/books')

  test('sees nothing move on the page of a book', async ({ page, context }) => {
    await page.goto('/app/books?searchTerm=fahrenheit')
    const path = await page.getByRole('main').getByRole('listitem').getByRole('link').getAttribute('href')
    const fresh = await context.newPage()
    const shifts = await firstVisit(fresh, path ?? '')
    expect(
      shifts.reduce((total, { value }) => total + value, 0),
      JSON.stringify(shifts, null, 2),
    ).toBeLessThan(SHIFT_LIMIT)
  })
})

function testWidths(paths: string[]): void {
  for (const language of LANGUAGES) {
    test(
      `is never wider than the window, in ${language}`,
      { tag: '@desktop' },
      async ({ page, context, baseURL, watched }) => {
        watched.allow(/status of 40[34]/)
        await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
        for (const [place, path] of paths.entries()) {
          await page.setViewportSize({ width: 768, height: 800 })
          await enlargeText(page, false)
          await (place === 0 ? open : goOn)(page, path)
          await expectFit(page, path)
          if (!NARROWEST.has(path)) continue
          await page.setViewportSize({ width: 320, height: 800 })
          expect.soft(await tooWide(page), `${path} at 320 px with text twice as large`).toEqual([])
        }
      },
    )
  }
}

test.describe('A page before sign-in', () => testWidths(BEFORE))
test.describe('A page of onboarding', () => {
  test.use({ person: 'newcomer' })
  testWidths(['/onboarding'])
})
test.describe('A page of the reader', () => {
  test.use({ person: 'reader' })
  testWidths(READER)
})
test.describe('A page of the manager', () => {
  test.use({ person: 'admin' })
  testWidths(MANAGER)
})
test.describe('A page of lending', () => {
  test.use({ person: 'admin' })
  testWidths(LENDING)
})
