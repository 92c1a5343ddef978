import type { Page } from '@playwright/test'
import { askApi } from '../testing/books-api.ts'
import { testAsManager } from './own-manager.ts'
import { books, expect, heading, open, rows } from './test.ts'
import type { Words } from '../testing/words.ts'

const test = testAsManager({ SEED: 'genres' })
test.describe.configure({ mode: 'default' })

/** Books of a library in several languages. */
const BOOKS = [
  {
    title: 'Le Polygone étoilé',
    author: 'Kateb Yacine',
    language: 'fr',
    year: 1956,
    shelfMark: 'R 10',
    series: 'Points',
  },
  { title: 'Tilettan', author: 'Amar Mezdad', language: 'sw', year: 1990, shelfMark: 'R 2' },
  { title: 'Le Mandat de la poste', author: 'Sembène', language: 'fr', year: 1996, shelfMark: 'r ٣' },
]

const more = (page: Page, w: Words) => page.getByRole('button', { name: w('books_filters'), exact: true })
const chip = (page: Page, w: Words, filter: string) =>
  page.getByRole('main').getByLabel(w('list_filter_remove', { filter }))
const year = (page: Page, w: Words, end: 'from' | 'to') =>
  page.getByRole('textbox', { name: w(`books_year_${end}_label`) })

test.beforeEach(async ({ page }) => {
  const { total } = (await askApi(page, 'GET', '/books?searchTerm=tilettan')) as { total: number }
  if (total === 0) for (const book of BOOKS) await askApi(page, 'POST', '/books', book)
})

test(
  'A manager narrows the list to a language and to years, by keyboard',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/books')
    await more(page, w).press('Enter')
    const language = page.getByRole('combobox', { name: w('book_language'), exact: true })
    await expect(language).toBeFocused()
    await expect(language.getByRole('option')).toHaveText([w('books_language_all'), 'French', 'Swahili'])
    await language.selectOption('French')
    await year(page, w, 'from').fill('19xx')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: w('books_year_wrong') })).toBeVisible()
    await expect(year(page, w, 'from')).toBeFocused()
    await year(page, w, 'from').fill('١٩٩٠')
    await year(page, w, 'to').fill('1989')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: w('books_year_order', { year: '1990' }) })).toBeVisible()
    await expect(year(page, w, 'to')).toBeFocused()
    await year(page, w, 'to').fill('1999')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/manager/books?language=fr&yearFrom=1990&yearTo=1999')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Le Mandat de la poste')
    await expect(more(page, w)).toBeFocused()

    await chip(page, w, w('books_year_from', { year: 1990 })).press('Enter')
    await expect(page).toHaveURL('/manager/books?language=fr&yearTo=1999')
    await expect(rows(page)).toHaveCount(2)
    await expect(more(page, w)).toBeFocused()
    await more(page, w).press('Enter')
    await page.getByRole('button', { name: w('books_filters_clear') }).click()
    await expect(page).toHaveURL('/manager/books')
  },
)

test('What leaves nothing is named, and the way out is there', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, '/manager/books?language=sw&yearTo=1980')
  await expect(
    page.getByText(w('list_empty_filters', { filters: `Swahili · ${w('books_year_to', { year: 1980 })}` })),
  ).toBeVisible()
  await open(page, '/app/books?language=sw&yearTo=1980')
  await expect(
    page.getByText(w('list_empty_filters', { filters: `Swahili · ${w('books_year_to', { year: 1980 })}` })),
  ).toBeVisible()
  await chip(page, w, w('books_year_to', { year: 1980 })).click()
  await expect(books(page)).toHaveCount(1)
})

test('A reader narrows the library, and takes one filter after the other away', async ({ page, w }) => {
  await open(page, '/app/books')
  await more(page, w).click()
  await page.getByRole('combobox', { name: w('book_language'), exact: true }).selectOption('French')
  await year(page, w, 'from').fill('1950')
  await page.getByRole('button', { name: w('books_show') }).click()
  await expect(heading(page)).toHaveText(`French · ${w('books_year_from', { year: 1950 })}`)
  await expect(books(page)).toHaveCount(2)
  await chip(page, w, 'French').click()
  await expect(page).toHaveURL('/app/books?yearFrom=1950')
  await expect(books(page)).toHaveCount(3)
  await page.getByRole('link', { name: w('home_all_books') }).click()
  await expect(page).toHaveURL('/app/books')
})

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader narrows the library to a language and to years', { tag: '@phone' }, async ({ page, w }) => {
    await page.goto('/app/books?series=points')
    await expect(more(page, w)).toBeHidden()
    await page.getByLabel(w('book_language'), { exact: true }).selectOption('French')
    await page.getByLabel(w('books_year_to_label')).fill('1999')
    await page.getByRole('button', { name: w('books_show') }).click()
    await expect(heading(page)).toHaveText(`points · French · ${w('books_year_to', { year: 1999 })}`)
    await expect(books(page)).toHaveCount(1)
    await chip(page, w, 'points').click()
    await expect(books(page)).toHaveCount(2)
  })
})

const VIEW = 'language=fr&columns=year%2CshelfMark&sort=shelfMark'
const heads = (page: Page) => page.getByRole('table').first().getByRole('columnheader')

test(
  'A list that is filtered, ordered and shown with chosen columns is saved as a view, and comes back as it was',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/books?language=fr')
    await page.getByRole('button', { name: w('books_columns'), exact: true }).press('Enter')
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await expect(box(w('book_genre'))).toBeChecked()
    for (const name of [w('book_genre'), w('book_publisher'), w('books_column_changed')]) await box(name).uncheck()
    for (const name of [w('book_shelf_mark'), w('book_year')]) await box(name).check()
    // As many as there is room for, and no more.
    for (const name of [w('book_isbn'), w('book_pages'), w('book_edition'), w('book_series')]) await box(name).check()
    await expect(box(w('book_subjects'))).toBeDisabled()
    for (const name of [w('book_isbn'), w('book_pages'), w('book_edition'), w('book_series')]) await box(name).uncheck()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: w('books_columns'), exact: true })).toBeFocused()
    await expect(page).toHaveURL('/manager/books?language=fr&columns=year%2CshelfMark')
    await heads(page)
      .getByRole('button', { name: w('book_shelf_mark') })
      .click()
    await expect(page).toHaveURL(`/manager/books?${VIEW}`)
    await expect(heads(page).filter({ hasText: w('book_shelf_mark') })).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page)).toContainText(['r ٣', 'R 10'])
    await expect(rows(page)).toContainText(['1996', '1956'])

    await page.getByRole('button', { name: w('views_title'), exact: true }).click()
    await page.getByRole('button', { name: w('views_new') }).click()
    await page.getByRole('textbox', { name: w('view_name') }).fill('French shelves')
    await page.getByRole('button', { name: w('noun_save') }).click()
    await expect(page).toHaveURL(/columns=year%2CshelfMark&.*view=/)

    // Other columns are a change of the view; the way to all books keeps them.
    await page.getByRole('button', { name: w('books_columns'), exact: true }).click()
    await box(w('book_language')).check()
    await page.keyboard.press('Escape')
    await expect(page.getByText(w('views_changed'), { exact: true })).toBeVisible()
    await page.getByRole('link', { name: w('books_empty_action') }).click()
    await expect(page).toHaveURL('/manager/books?sort=shelfMark&columns=year%2Clanguage%2CshelfMark')

    await open(page, '/manager/books')
    await expect(heads(page).filter({ hasText: w('book_shelf_mark') })).toHaveCount(0)
    await page.getByRole('button', { name: w('views_title'), exact: true }).click()
    await page.getByRole('link', { name: 'French shelves' }).click()
    await expect(page).toHaveURL(/columns=year%2CshelfMark&.*view=/)
    await expect(rows(page)).toHaveCount(2)
    await expect(heads(page).filter({ hasText: w('book_shelf_mark') })).toBeVisible()
    await expect(page.getByRole('button', { name: `${w('views_active')} French shelves` })).toBeVisible()
  },
)

test(
  'A phone has no table, and shows the first of the chosen columns in its rows',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, `/manager/books?${VIEW}`)
    await expect(page.getByRole('button', { name: w('books_columns'), exact: true })).toBeHidden()
    await expect(rows(page).first()).toContainText('1996')
    await expect(rows(page).first()).toContainText('r ٣')
  },
)

for (const [width, last] of [
  [1024, 'book_isbn'],
  [1440, 'books_column_changed'],
] as const)
  test.describe(`In Arabic, ${width} pixels wide`, () => {
    test.use({ locale: 'ar', viewport: { width, height: 800 } })

    test('as many columns as have room do not widen the page', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
      await open(page, '/manager/books?sort=year&columns=genreId,publisher,isbn,series,subjects,changed')
      await expect(heads(page).filter({ visible: true }).last()).toHaveText(w(last))
      const { width: wide = 0 } = (await heads(page).filter({ visible: true }).last().boundingBox()) ?? {}
      expect(wide).toBeGreaterThan(60)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  })
