import type { Page } from '@playwright/test'
import { books, expect, growTo, heading, open, reload, test } from './test.ts'
import type { Words } from '../testing/words.ts'

test.use({ person: 'reader' })

const loadMore = (page: Page, w: Words) => page.getByRole('button', { name: w('list_load_more') })
const scrollOf = (page: Page) => page.evaluate(() => window.scrollY)

/** Index of the last rendered book. */
const lastBook = (page: Page) =>
  books(page)
    .last()
    .evaluate((item) => Number(item.getAttribute('aria-posinset') ?? item.parentElement?.childElementCount))

async function growBy(page: Page, w: Words, pages: number): Promise<void> {
  for (let turn = 1; turn <= pages; turn++) await growTo(page, w, 20 * (turn + 1))
}

/** Top of the visible list, below the sticky letters. */
const upperEdge = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0)

/** The fully visible books. */
const seenBooks = async (page: Page) =>
  page.evaluate(
    (edge) =>
      [...document.querySelectorAll('main li:has(a)')].flatMap((item) => {
        const { top, bottom } = item.getBoundingClientRect()
        const href = item.querySelector('a')?.getAttribute('href') ?? ''
        // A phone's tab bar covers the bottom.
        return top >= edge && bottom <= window.innerHeight - 90 ? [{ top, href }] : []
      }),
    await upperEdge(page),
  )

const bookOf = (page: Page, href: string) => page.getByRole('main').locator(`a[href="${href}"]`)

/** Scrolls to a part of the list, so that a row starts at the top; returns its first book. */
async function scrollTo(page: Page, part: number) {
  const edge = await upperEdge(page)
  await page.evaluate((of) => window.scrollTo(0, document.documentElement.scrollHeight * of), part)
  await expect
    .poll(async () => {
      await page.evaluate((from) => {
        const tops = [...document.querySelectorAll('main li')].map((item) => item.getBoundingClientRect().top)
        const next = Math.min(...tops.filter((top) => top > from))
        if (next < window.innerHeight) window.scrollBy(0, next - from - 8)
      }, edge)
      return (await seenBooks(page))[0]?.top
    })
    .toBeLessThan(edge + 10)
  const [seen] = await seenBooks(page)
  if (!seen) throw new Error('no book is seen')
  return seen
}

for (const { locale, path, more, tag } of [
  { locale: 'en', path: '/app/books', more: 10, tag: '@phone' },
  { locale: 'ar', path: '/app/books', more: 10, tag: '@desktop' },
  { locale: 'en', path: '/app/books?searchTerm=the', more: 2, tag: '@phone' },
]) {
  test.describe(`In ${locale}, ${path}`, () => {
    test.use({ locale })

    test(
      'keeps its scroll position, to the pixel, on returning from a book',
      { tag: [tag, '@slow'] },
      async ({ page, w }) => {
        await open(page, path)
        await growBy(page, w, more)
        const seen = await scrollTo(page, 0.55)
        const scrolled = await scrollOf(page)
        expect(scrolled).toBeGreaterThan(1000)
        const book = bookOf(page, seen.href)
        await book.click()
        await expect(page).toHaveURL(seen.href)
        await expect.poll(() => scrollOf(page)).toBe(0)
        // By the browser's Back and by the page's.
        for (const back of [
          () => page.goBack(),
          () =>
            page
              .getByRole('main')
              .getByRole('link', { name: w('nav_books'), exact: true })
              .click(),
        ]) {
          await back()
          await expect(heading(page)).toHaveText(w('books_title'))
          await expect(page).toHaveURL(path)
          await expect(book).toBeInViewport()
          await expect(book).toBeFocused()
          expect(Math.abs((await scrollOf(page)) - scrolled)).toBeLessThanOrEqual(2)
          const { top = 0 } = (await seenBooks(page)).find(({ href }) => href === seen.href) ?? {}
          expect(Math.abs(top - seen.top)).toBeLessThanOrEqual(2)
          await book.click()
          await expect(page).toHaveURL(seen.href)
          await expect.poll(() => scrollOf(page)).toBe(0)
        }
        await page.goBack()
        await expect(book).toBeInViewport()
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        await expect.poll(() => lastBook(page)).toBe(20 * (more + 1))
      },
    )
  })
}

test('Load more keeps its place, and two presses in one go load one page', { tag: '@phone' }, async ({ page, w }) => {
  await open(page, '/app/books')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listBooks')) asked.push(request.url())
  })
  for (const count of [40, 60, 80]) {
    await loadMore(page, w).scrollIntoViewIfNeeded()
    const before = await seenBooks(page)
    await loadMore(page, w).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`${count}\\D`))
    const after = await seenBooks(page)
    for (const { href, top } of before) {
      const moved = (after.find((one) => one.href === href)?.top ?? Infinity) - top
      expect(Math.abs(moved), JSON.stringify({ before, after })).toBeLessThanOrEqual(1)
    }
  }
  expect(asked).toHaveLength(3)
})

test(
  'A list whose rows are gone loads them again and finds its place',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app/books')
    await growBy(page, w, 4)
    const seen = await scrollTo(page, 0.8)
    const scrolled = await scrollOf(page)
    const isAtItsPlace = async () => {
      await expect(bookOf(page, seen.href)).toBeInViewport()
      await expect.poll(async () => Math.abs((await scrollOf(page)) - scrolled)).toBeLessThanOrEqual(2)
    }
    await bookOf(page, seen.href).click()
    await expect(page).toHaveURL(seen.href)
    await expect(heading(page)).toBeFocused()
    await reload(page)
    await page.goBack()
    await isAtItsPlace()
    // A phone that ran short of memory loads the list itself again.
    await reload(page)
    await isAtItsPlace()
  },
)

test('Whoever acts meanwhile is not moved to the former place', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, '/app/books')
  await growBy(page, w, 4)
  await scrollTo(page, 0.8)
  let answer = () => {}
  const isPressed = new Promise<void>((done) => (answer = done))
  await page.route('**/_serverFn/**', async (route) => {
    if (route.request().url().includes('listBooks')) await isPressed
    await route.continue()
  })
  await reload(page)
  await expect(loadMore(page, w)).toHaveAttribute('aria-disabled', 'true')
  const scrolled = await scrollOf(page)
  await page.keyboard.press('Shift')
  answer()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/\b40\D/)
  expect(await scrollOf(page)).toBe(scrolled)
})
