import type { Page } from '@playwright/test'
import { documentAt } from './document.ts'
import { books, expect, growTo, heading, open, openNext, reload, test } from './test.ts'
import type { Words } from '../testing/words.ts'

test.use({ person: 'admin' })

const BOOKS = '/manager/books'
const field = (page: Page, w: Words) => page.getByLabel(w('books_search_label'))
const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const rowLinks = (page: Page) => books(page).getByRole('link')
const results = (w: Words, count: number, searchTerm: string) => w('list_results', { count, total: count, searchTerm })
const suggested = (w: Words, name: string, count: number) =>
  `${name} ${w('book_suggestion_books', { count, shown: count })}`
const choosePublisher = (page: Page, w: Words) => page.getByRole('combobox', { name: w('book_publisher') })

test('A row says title, author, genre, publisher and when it was changed', async ({ page, w }) => {
  await open(page, `${BOOKS}?searchTerm=fahrenheit`)
  const row = books(page).first()
  await expect(page.getByText(results(w, 1, 'fahrenheit'))).toBeVisible()
  for (const text of ['Fahrenheit 451', 'Ray Bradbury', w('genre_science_fiction'), 'Ballantine Books']) {
    await expect(row.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible()
  }
  await expect(row.locator('mark')).toHaveText(['Fahrenheit'])
  const time = row.locator('time')
  await expect(time).not.toBeEmpty()
  // The exact time is available.
  await expect(time).toHaveAttribute('title', /\d{4}.*\d\d:\d\d/)
  // The whole row opens the book.
  await row.click({ position: { x: 200, y: 12 } })
  await expect(heading(page)).toHaveText('Fahrenheit 451')
})

test('The list grows, shows its total, and keeps its position', { tag: '@slow' }, async ({ page, w }) => {
  await open(page, BOOKS)
  // The rows do not wait for the total.
  await expect(status(page)).toHaveText(/20\D+\d+/)
  const [, total = ''] = /20\D+(\d+)/.exec(await status(page).innerText()) ?? []
  for (const count of [40, 60, 80]) {
    await growTo(page, w, count)
    await expect(status(page)).toHaveText(w('list_showing', { count, total }))
  }
  // Only the visible rows of a long list are rendered.
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(() => books(page).count()).toBeLessThan(80)
  const seen = books(page).filter({ visible: true }).nth(18)
  // Rows are added and removed until the list has settled.
  await expect(() => seen.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass()
  const name = await seen.getByRole('link').innerText()
  const before = await seen.boundingBox()
  await seen.getByRole('link').click()
  await expect(heading(page)).toHaveText(name)
  // The page's Back leads there like the browser's.
  await page
    .getByRole('main')
    .getByRole('link', { name: w('nav_books'), exact: true })
    .click()
  await expect(page).toHaveURL(BOOKS)
  const row = books(page).filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row).toBeInViewport()
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2)
})

test('Search, genre and order are in the URL and persist', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, BOOKS)
  await field(page, w).fill('la')
  await expect(page).toHaveURL(`${BOOKS}?searchTerm=la`)
  await expect(status(page)).toContainText('"la"')
  const all = await status(page).innerText()
  await page.getByLabel(w('book_genre'), { exact: true }).selectOption(w('genre_novel'))
  await expect(page).toHaveURL(/genreId=/)
  await expect(status(page)).not.toHaveText(all)
  await expect(books(page).filter({ hasNotText: w('genre_novel') })).toHaveCount(0)
  const byTitle = await rowLinks(page).allInnerTexts()
  await page.getByLabel(w('books_sort'), { exact: true }).selectOption(w('books_sort_author'))
  await expect(page).toHaveURL(/sort=author/)
  await expect.poll(() => rowLinks(page).allInnerTexts()).not.toEqual(byTitle)
  const byAuthor = await rowLinks(page).allInnerTexts()
  expect(byAuthor.toSorted()).toEqual(byTitle.toSorted())
  await reload(page)
  await expect(rowLinks(page)).toHaveText(byAuthor)
  await expect(field(page, w)).toHaveValue('la')
  await expect(page.getByLabel(w('books_sort'), { exact: true })).toHaveValue('author')
  await page.goBack()
  await expect(rowLinks(page)).toHaveText(byTitle)
})

test('The names of the columns sort the list, and turn it round', { tag: '@desktop' }, async ({ page, w }) => {
  await open(page, BOOKS)
  const byTitle = await rowLinks(page).allInnerTexts()
  const head = (name: string) => page.getByRole('columnheader', { name })
  const press = (name: string) => page.getByRole('columnheader').getByRole('button', { name }).press('Enter')
  await expect(head(w('book_title'))).toHaveAttribute('aria-sort', 'ascending')
  await expect(head(w('books_column_changed'))).toHaveAttribute('aria-sort', 'none')
  await press(w('book_title'))
  await expect(page).toHaveURL(`${BOOKS}?sort=title-desc`)
  await expect(head(w('book_title'))).toHaveAttribute('aria-sort', 'descending')
  await expect(rowLinks(page).first()).not.toHaveText(byTitle[0] ?? '')
  await press(w('book_title'))
  await expect(page).toHaveURL(BOOKS)
  await expect(rowLinks(page)).toHaveText(byTitle)
  await press(w('books_column_changed'))
  await expect(page).toHaveURL(`${BOOKS}?sort=changed`)
  await expect(head(w('books_column_changed'))).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByLabel(w('books_sort'), { exact: true })).toHaveValue('changed')
  await expect(page.getByRole('columnheader').getByRole('button', { name: w('books_column_changed') })).toBeFocused()
  const times = await books(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
  expect(times).toEqual(times.toSorted().toReversed())
})

test('A list prints whole, as a table without furniture', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, `${BOOKS}?publisher=Gallimard`)
  await expect(books(page)).toHaveCount(12)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const paper = page.getByRole('main').locator('table')
  await expect(paper.locator('tbody tr')).toHaveCount(12)
  await expect(page.getByText(w('list_showing', { count: 12, total: 12 })).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(paper).toHaveCount(0)
  // The button first loads the missing rows.
  await open(page, BOOKS)
  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
    }
  })
  await page.getByRole('button', { name: w('print_list') }).click()
  await expect.poll(() => paper.locator('tbody tr').count()).toBeGreaterThan(400)
})

test(
  'The books of a search are downloaded in a format, and not when the connection is cut',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/ERR_FAILED/)
    await open(page, `${BOOKS}?searchTerm=fahrenheit`)
    await page.getByRole('button', { name: w('book_export'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: w('book_export_count', { count: 1, shown: '1' }) })
    await dialog.getByRole('radio', { name: /^JSON lines/ }).check()
    await page.route(/books\/export/, (route) => route.abort())
    await dialog.getByRole('link', { name: w('book_export_download') }).click()
    await expect(dialog.getByRole('alert')).toHaveText(w('book_export_failed', { reason: w('error_NETWORK') }))
    await page.unroute(/books\/export/)
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: w('common_try_again') }).click()
    const file = await (await download).createReadStream()
    const lines = (await file.toArray()).join('').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ title: 'Fahrenheit 451', author: 'Ray Bradbury' }])
    await expect(dialog).toBeHidden()
  },
)

test('A publisher is chosen by typing, shown, and taken away', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, BOOKS)
  const opener = page.locator('#filter-publisher')
  await opener.click()
  await choosePublisher(page, w).fill('gall')
  await page.getByRole('option', { name: suggested(w, 'Gallimard', 12), exact: true }).click()
  await expect(page).toHaveURL(`${BOOKS}?publisher=Gallimard`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(status(page)).toHaveText(w('list_showing', { count: 12, total: 12 }))
  await expect(books(page).filter({ hasText: 'Gallimard' })).toHaveCount(12)
  await reload(page)
  await expect(books(page)).toHaveCount(12)
  await page.getByRole('link', { name: w('books_empty_action') }).click()
  await expect(page).toHaveURL(BOOKS)
  await expect(books(page)).toHaveCount(20)
  await expect(page.getByRole('link', { name: w('books_empty_action') })).toHaveCount(0)
  await page.goBack()
  await expect(books(page)).toHaveCount(12)
  await page.getByRole('button', { name: w('list_filter_remove', { filter: 'Gallimard' }) }).click()
  await expect(page).toHaveURL(BOOKS)
  await expect(books(page)).toHaveCount(20)
  await expect(opener).toBeFocused()
})

test('A publisher is chosen by keyboard, in any spelling', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, BOOKS)
  await page.locator('#filter-publisher').press('Enter')
  await expect(choosePublisher(page, w)).toBeFocused()
  await page.keyboard.type('GALLIMARD')
  await page.keyboard.press('Enter')
  await expect(books(page)).toHaveCount(12)
  await expect(page.getByRole('button', { name: `${w('book_publisher')}: GALLIMARD` })).toBeFocused()
})

test(
  'A slip of the pen finds similar books; what finds nothing leads to all',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, `${BOOKS}?searchTerm=fahrenhiet`)
    await expect(page.getByRole('heading', { name: w('books_similar_only') })).toBeVisible()
    const similar = books(page).filter({ hasText: 'Fahrenheit 451' })
    await expect(similar).toBeVisible()
    // The similar books can be selected too.
    await similar.getByRole('checkbox').check()
    await expect(page.getByText(w('books_selected', { count: 1, shown: 1 }))).toBeInViewport()
    await field(page, w).fill('zzzz')
    await expect(page.getByRole('heading', { name: w('books_empty_title') })).toBeVisible()
    await page.getByRole('link', { name: w('books_empty_action') }).click()
    await expect(books(page)).toHaveCount(20)
    await expect(field(page, w)).toHaveValue('')
  },
)

test(
  'A list that does not come says so, and can be tried again',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/ERR_FAILED/)
    await open(page, BOOKS)
    await page.route(/listWholeBooks/, (route) => route.abort())
    await page.getByLabel(w('books_sort'), { exact: true }).selectOption(w('books_sort_added'))
    await expect(page.getByRole('heading', { name: w('books_load_failed') })).toBeVisible()
    await page.unroute(/listWholeBooks/)
    await page.getByRole('button', { name: w('common_try_again') }).click()
    await expect(books(page)).toHaveCount(20)
  },
)

test(
  'A strange address shows the list, or says at the field what is wrong',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    for (const query of ['publisher=a%00b', 'genreId=hobbit&sort=size', `publisher=${'a'.repeat(300)}`, 'genreId=']) {
      const path = `${BOOKS}?${query}`
      expect((await documentAt(page, path)).status).toBe(200)
      await openNext(page, path)
      await expect(books(page)).toHaveCount(20)
    }
    expect(await open(page, `${BOOKS}?searchTerm=${'a'.repeat(201)}`)).toBe(200)
    await expect(page.getByRole('alert')).toHaveText(w('validation_string_max', { limit: 200 }))
  },
)

test('Search and column names stay in view, and rows are low', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, BOOKS)
  await growTo(page, w, 60)
  // Again while rows that were just loaded are measured, which may move the page.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 1500))
    expect(await page.evaluate(() => window.scrollY)).toBe(1500)
  }).toPass()
  await expect(field(page, w)).toBeInViewport({ ratio: 1 })
  const heads = page.getByRole('columnheader', { name: w('book_genre') })
  await expect(heads).toBeInViewport({ ratio: 1 })
  const edge = (await heads.boundingBox())?.y ?? 0
  expect(edge).toBeGreaterThanOrEqual(((await field(page, w).boundingBox())?.y ?? 0) + 44)
  // They do not cover the focused element.
  const path = await rowLinks(page).first().getAttribute('href')
  const hidden = page.getByRole('main').locator(`a[href="${path}"]`)
  await hidden.focus()
  await expect.poll(async () => (await hidden.boundingBox())?.y ?? 0).toBeGreaterThan(edge)
  const heights = await books(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]).toBeLessThanOrEqual(57)
})

test('Titles are complete on a phone, and nothing overflows', { tag: ['@phone', '@slow'] }, async ({ page }) => {
  for (const path of [BOOKS, `${BOOKS}?searchTerm=histor`]) {
    await openNext(page, path)
    const cut = await rowLinks(page).evaluateAll((links) =>
      links.filter((link) => {
        const text = link.querySelector('span')
        return !text || text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1
      }),
    )
    expect(cut).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  await open(page, BOOKS)
  const tops = await books(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
  expect(tops.filter((top) => top < 844).length).toBeGreaterThanOrEqual(8)
})

test('The list is worked by keys: search, rows, open, new', { tag: '@desktop' }, async ({ page, w }) => {
  await open(page, BOOKS)
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field(page, w)).toBeFocused({ timeout: 500 })
  }).toPass()
  // Shortcuts are off in text fields.
  await page.keyboard.type('n/')
  await expect(field(page, w)).toHaveValue('n/')
  await field(page, w).fill('hugo')
  await expect(books(page)).toHaveCount(1)
  await field(page, w).fill('')
  await expect(books(page)).toHaveCount(20)
  await field(page, w).blur()
  await page.keyboard.press('ArrowDown')
  await expect(rowLinks(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rowLinks(page).nth(2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rowLinks(page).nth(1)).toBeFocused()
  const name = await rowLinks(page).nth(1).innerText()
  await page.keyboard.press('Control+n')
  await expect(page).toHaveURL(BOOKS)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(name)
  await page.goBack()
  await expect(books(page)).toHaveCount(20)
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/manager/books/new')
})

test(
  'A book that is not there has a page of its own, with status 404',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    for (const id of ['00000000-0000-7000-8000-000000000000', 'hobbit', '-1', 'a'.repeat(3000)])
      expect([id, await documentAt(page, `${BOOKS}/${id}`)]).toMatchObject([
        id,
        { status: 404, heading: w('book_not_found_title'), text: expect.stringContaining(w('nav_dashboard')) },
      ])
    expect(await open(page, `${BOOKS}/hobbit`)).toBe(404)
    await expect(heading(page)).toHaveText(w('book_not_found_title'))
    // Inside the manager layout.
    await expect(page.getByRole('navigation', { name: w('nav_label') })).toBeVisible()
    await page.getByRole('link', { name: w('books_empty_action') }).click()
    await expect(books(page)).toHaveCount(20)
  },
)

test(
  'Rows are selected one by one, in ranges and all; another list begins with none',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, BOOKS)
    const box = (index: number) => books(page).nth(index).getByRole('checkbox')
    const selected = (count: number) => page.getByText(w('books_selected', { count, shown: count }))
    await box(1).check()
    await expect(selected(1)).toBeInViewport()
    await box(5).click({ modifiers: ['Shift'] })
    await expect(selected(5)).toBeVisible()
    await box(3).click({ modifiers: ['Shift'] })
    await expect(selected(2)).toBeVisible()
    await page.getByLabel(w('books_select_all')).check()
    await expect(selected(20)).toBeVisible()
    await page.getByRole('button', { name: w('books_selected_clear') }).click()
    await expect(selected(20)).toHaveCount(0)
    await expect(page.getByLabel(w('books_select_all'))).toBeFocused()
    await expect(box(1)).not.toBeChecked()
    await box(2).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await expect(box(3)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(selected(2)).toBeVisible()
    // Opening a book keeps the selection.
    await rowLinks(page).first().click()
    await expect(heading(page)).not.toHaveText(w('books_title'))
    await page.goBack()
    await expect(selected(2)).toBeVisible()
    await expect(box(3)).toBeChecked()
    await field(page, w).fill('la')
    await expect(selected(2)).toHaveCount(0)
  },
)
