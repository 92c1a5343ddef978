import type { Page } from '@playwright/test'
import { documentAt } from './document.ts'
import { books, expect, heading, open, reload, test } from './test.ts'
import type { Words } from '../testing/words.ts'

test.use({ person: 'reader' })

const loadMore = (page: Page, w: Words) => page.getByRole('button', { name: w('list_load_more') })

test('The list grows by twenty and says how many there are', { tag: '@phone' }, async ({ page, w }) => {
  await open(page, '/app/books')
  const status = page.getByRole('main').getByRole('status')
  // The rows do not wait for the total.
  await expect(status).toHaveText(/20\D+\d+/)
  const [, total = ''] = /20\D+(\d+)/.exec(await status.innerText()) ?? []
  for (const count of [20, 40]) {
    await expect(books(page)).toHaveCount(count)
    await expect(status).toHaveText(w('list_showing', { count, total }))
    await loadMore(page, w).click()
  }
  await expect(status).toHaveText(w('list_showing', { count: 60, total }))
})

test(
  'A genre of the home page shows its books, and all books again',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app')
    await page.getByRole('link', { name: new RegExp(`^${w('genre_poetry')} `) }).click()
    await expect(heading(page)).toHaveText(w('genre_poetry'))
    await expect(page).toHaveTitle(new RegExp(`${w('genre_poetry')} · ${w('books_page_title')}`))
    await expect(page).toHaveURL(/genreId=/)
    const status = page.getByRole('main').getByRole('status')
    const filtered = await status.innerText()
    await books(page).first().getByRole('link').click()
    await expect(page.getByRole('definition').filter({ hasText: w('genre_poetry') })).toBeVisible()
    await expect(page.getByRole('heading', { name: w('book_more_in', { genre: w('genre_poetry') }) })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: w('home_all_books') }).click()
    await expect(page).toHaveURL('/app/books')
    await expect(status).not.toHaveText(filtered)
  },
)

test('The library can be browsed by letter, author and genre', { tag: '@desktop' }, async ({ page, w }) => {
  await open(page, '/app/books')
  const letters = page.getByRole('navigation', { name: w('books_letters') })
  const letter = letters.getByRole('link', { name: 'S', exact: true })
  await letter.press('Enter')
  await expect(page).toHaveURL('/app/books?letter=S')
  await expect(letter).toBeFocused()
  await expect(letter).toHaveAttribute('aria-current', 'true')
  const [before = '', after = ''] = w('list_showing_from', { letter: 'S', count: 20, total: '|' }).split('|')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toContainText(before)
  await expect(status).toContainText(after)
  await expect(books(page).first().getByRole('link')).toContainText(/(^|[“"'#]|The |A )S/)
  await reload(page)
  await expect(letter).toHaveAttribute('aria-current', 'true')

  await page.getByRole('link', { name: w('books_from_beginning') }).press('Enter')
  await expect(page).toHaveURL('/app/books')
  await expect(heading(page)).toBeFocused()
  await page.getByLabel(w('books_sort')).selectOption(w('books_sort_added'))
  await expect(page).toHaveURL('/app/books?sort=added')
  await expect(letters).toHaveCount(0)
  await page.getByLabel(w('book_genre'), { exact: true }).selectOption(w('genre_poetry'))
  await expect(heading(page)).toHaveText(w('genre_poetry'))
  await expect(page).toHaveURL((url) => url.searchParams.has('genreId') && url.searchParams.get('sort') === 'added')
  await expect(page).toHaveTitle(new RegExp(`^${w('genre_poetry')} · `))
})

test('A book page shows its facts and leads to others of its kind', { tag: '@phone' }, async ({ page, w }) => {
  await open(page, '/app/books?searchTerm=fahrenheit')
  await books(page).first().getByRole('link').click()
  await expect(heading(page)).toHaveText('Fahrenheit 451')
  await expect(page.getByText('Ray Bradbury').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Ballantine Books' })).toBeVisible()
  const other = page.getByRole('main').getByRole('listitem').first().getByRole('link')
  const title = await other.locator('> span').nth(1).innerText()
  await other.click()
  await expect(heading(page)).toHaveText(title)
  await reload(page)
  await expect(heading(page)).toHaveText(title)
  // Not opened from the list: leads to its top, and not to the previous book.
  await page
    .getByRole('main')
    .getByRole('link', { name: w('nav_books'), exact: true })
    .click()
  await expect(page).toHaveURL('/app/books')
})

test(
  'An unknown and a malformed book have a page of their own, with status 404',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    for (const id of ['00000000-0000-7000-8000-000000000000', 'hobbit', '%F0%9F%93%9A', '-1', 'a'.repeat(3000)])
      expect([id, await documentAt(page, `/app/books/${id}`)]).toMatchObject([
        id,
        { status: 404, heading: w('book_not_found_title') },
      ])
    expect(await open(page, '/app/books/hobbit')).toBe(404)
    await expect(heading(page)).toHaveText(w('book_not_found_title'))
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: w('common_home') })).toBeVisible()
    await expect(main.getByRole('button', { name: w('common_back') })).toBeVisible()
    await page.getByRole('link', { name: w('books_empty_action') }).click()
    await expect(books(page)).toHaveCount(20)
  },
)

test(
  'When more cannot be loaded, the list stays, says so, and goes on',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED/)
    await open(page, '/app/books')
    await context.setOffline(true)
    await loadMore(page, w).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(w('error_NETWORK'))
    await expect(books(page)).toHaveCount(20)
    await context.setOffline(false)
    // The page asks anew by itself when it is online: then the button is 'Load more' again.
    await page
      .getByRole('main')
      .getByRole('button', { name: w('common_try_again') })
      .or(loadMore(page, w))
      .click()
    await expect(books(page)).toHaveCount(40)
    await expect(loadMore(page, w)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  },
)
