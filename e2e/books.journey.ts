import type { Page } from '@playwright/test'
import { books, expect, heading, open, test } from './test.ts'
import type { Words } from './words.ts'

test.use({ person: 'reader' })

const loadMore = (page: Page, w: Words) => page.getByRole('button', { name: w('books_load_more') })
const scrollOf = (page: Page) => page.evaluate(() => window.scrollY)

/** Opens the nth book of the list as it stands; answers its title and where the list stood. */
async function openBook(page: Page, index: number): Promise<{ title: string; scrolled: number }> {
  const link = books(page).nth(index).getByRole('link')
  const title = await link.locator('> span').nth(1).innerText()
  await link.scrollIntoViewIfNeeded()
  const scrolled = await scrollOf(page)
  await link.click()
  await expect(heading(page)).toHaveText(title)
  return { title, scrolled }
}

test('The list grows by twenty, no book comes twice, and it says how many there are', async ({ page, w }) => {
  await open(page, '/app/books')
  const status = page.getByRole('main').getByRole('status')
  const [, total = ''] = /20\D+(\d+)/.exec(await status.innerText()) ?? []
  for (const count of [20, 40, 60]) {
    await expect(books(page)).toHaveCount(count)
    await expect(status).toHaveText(w('books_showing', { count, total }))
    await loadMore(page, w).click()
  }
  await expect(books(page)).toHaveCount(80)
  const links = await books(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(80)
})

for (const { name, path, more } of [
  { name: 'the whole list', path: '/app/books', more: 2 },
  { name: 'a search', path: '/app/books?searchTerm=the', more: 1 },
]) {
  test(`Back returns to the same row of ${name}`, async ({ page, w }) => {
    await open(page, path)
    for (let turn = 1; turn <= more; turn++) {
      await loadMore(page, w).click()
      await expect(books(page)).toHaveCount(20 * (turn + 1))
    }
    const count = await books(page).count()
    const { title, scrolled } = await openBook(page, count - 5)
    expect(scrolled).toBeGreaterThan(300)
    // Two ways back: the browser's and the page's own.
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
      await expect(books(page)).toHaveCount(count)
      await expect.poll(async () => Math.abs((await scrollOf(page)) - scrolled)).toBeLessThan(100)
      const row = books(page).filter({ hasText: title }).first()
      await expect(row).toBeInViewport()
      await row.getByRole('link').click()
      await expect(heading(page)).toHaveText(title)
      await expect.poll(() => scrollOf(page)).toBe(0)
    }
  })
}

test('A genre of the home page shows its books, and all books again', { tag: '@phone' }, async ({ page, w }) => {
  await open(page, '/app')
  await page.getByRole('link', { name: w('genre_poetry'), exact: true }).click()
  await expect(heading(page)).toHaveText(w('books_title'))
  await expect(page).toHaveURL(/genreId=/)
  const status = page.getByRole('main').getByRole('status')
  const filtered = await status.innerText()
  await books(page).first().getByRole('link').click()
  await expect(page.getByRole('definition').filter({ hasText: w('genre_poetry') })).toBeVisible()
  await expect(page.getByRole('heading', { name: w('book_more_in', { genre: w('genre_poetry') }) })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: w('books_genre_clear') }).click()
  await expect(page).toHaveURL('/app/books')
  await expect(status).not.toHaveText(filtered)
})

test('A book page shows its facts and leads to others of its kind', async ({ page }) => {
  await open(page, '/app/books?searchTerm=fahrenheit')
  await books(page).first().getByRole('link').click()
  await expect(heading(page)).toHaveText('Fahrenheit 451')
  await expect(page.getByText('Ray Bradbury').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Ballantine Books' })).toBeVisible()
  const other = page.getByRole('main').getByRole('listitem').first().getByRole('link')
  const title = await other.locator('> span').nth(1).innerText()
  await other.click()
  await expect(heading(page)).toHaveText(title)
  await page.reload()
  await expect(heading(page)).toHaveText(title)
})

test(
  'An unknown and a malformed book have a page of their own, with status 404',
  { tag: '@desktop' },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    for (const id of ['00000000-0000-7000-8000-000000000000', 'hobbit', '%F0%9F%93%9A', '-1', 'a'.repeat(3000)]) {
      expect(await open(page, `/app/books/${id}`)).toBe(404)
      await expect(heading(page)).toHaveText(w('book_not_found_title'))
    }
    await page.getByRole('link', { name: w('books_empty_action') }).click()
    await expect(books(page)).toHaveCount(20)
  },
)

test(
  'When more cannot be loaded, the list stays, says so, and goes on',
  { tag: '@phone' },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED/)
    await open(page, '/app/books')
    await context.setOffline(true)
    await loadMore(page, w).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(w('error_NETWORK'), { timeout: 10_000 })
    await expect(books(page)).toHaveCount(20)
    await context.setOffline(false)
    await loadMore(page, w).click()
    await expect(books(page)).toHaveCount(40)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  },
)
