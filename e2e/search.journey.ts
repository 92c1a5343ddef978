import type { Page } from '@playwright/test'
import { documentAt } from './document.ts'
import { books, expect, goOn, heading, open, reload, test } from './test.ts'
import type { Words } from '../testing/words.ts'

test.use({ person: 'reader' })

const field = (page: Page, w: Words) => page.getByLabel(w('books_search_label'))
const results = (w: Words, count: number, searchTerm: string) => w('list_results', { count, total: count, searchTerm })

// Search terms, and their hits in the sample books.
const FOUND = [
  { typed: '10%', titles: ['10% Happier'] },
  { typed: 'les miserables', titles: ['Les Misérables'] },
  { typed: 'HUGO misér', titles: ['Les Misérables'] },
  { typed: 'انشوده المطر', titles: ['أنشودة المطر'] },
  { typed: 'fahrenheit', titles: ['Fahrenheit 451'] },
] as const

test(
  'The search finds while one types: any word order, without accents or hamza',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app/books')
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('listBooks') ? 1 : 0))
    for (const { typed, titles } of FOUND) {
      await field(page, w).fill(typed)
      await expect(page.getByText(results(w, titles.length, typed))).toBeVisible()
      await expect(books(page)).toHaveCount(titles.length)
      for (const title of titles) await expect(books(page).filter({ hasText: title })).toBeVisible()
      await expect(page).toHaveURL((url) => url.searchParams.get('searchTerm') === typed)
      await expect(field(page, w)).toBeFocused()
    }
    expect(asked).toBe(FOUND.length)
    await reload(page)
    await expect(field(page, w)).toHaveValue('fahrenheit')
    await expect(books(page)).toHaveCount(1)
  },
)

test('What was found is marked, with the accents and harakat it has', { tag: '@phone' }, async ({ page, w }) => {
  await open(page, '/app/books')
  await expect(books(page).locator('mark')).toHaveCount(0)
  for (const { typed, marks } of [
    { typed: 'miserables hug', marks: ['Misérables', 'Hug'] },
    { typed: 'انشوده المطر', marks: ['أنشودة', 'المطر'] },
  ]) {
    await field(page, w).fill(typed)
    await expect(books(page)).toHaveCount(1)
    await expect(books(page).locator('mark')).toHaveText(marks)
  }
  await reload(page)
  await expect(books(page).locator('mark')).toHaveCount(2)
})

test('What finds nothing says so and leads back to all books', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, '/app/books')
  for (const typed of ['_', '📚', '\\', "'; drop table book --"]) {
    await field(page, w).fill(typed)
    await expect(page.getByText(results(w, 0, typed))).toBeVisible()
    await expect(page.getByRole('heading', { name: w('books_empty_title') })).toBeVisible()
  }
  await page.getByRole('link', { name: w('books_empty_action') }).click()
  await expect(books(page)).toHaveCount(20)
  await expect(field(page, w)).toHaveValue('')
})

test(
  'A search that is typed on is cancelled, and its late answer never shows',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app/books')
    const { promise: late, resolve: release } = Promise.withResolvers<void>()
    const cancelled: string[] = []
    const said = await page.getByRole('main').getByRole('status').innerText()
    page.on('requestfailed', (request) => cancelled.push(`${request.url()} ${request.failure()?.errorText}`))
    await page.route(/listBooks.*hug/, async (route) => {
      await late
      // It was aborted.
      await route.continue().catch(() => undefined)
    })
    const first = page.waitForRequest(/listBooks.*hug/)
    await field(page, w).fill('hug')
    await first
    // The current list and its status stay until the next one has loaded.
    await expect(page.locator('[aria-busy=true]').filter({ has: page.getByRole('listitem') })).toBeVisible()
    await expect(books(page)).toHaveCount(20)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(said)
    await expect(page.getByRole('button', { name: w('list_load_more') })).toBeAttached()
    await field(page, w).fill('fahrenheit')
    await expect(page.getByText(results(w, 1, 'fahrenheit'))).toBeVisible()
    expect(cancelled).toHaveLength(1)
    expect(cancelled[0]).toMatch(/listBooks.*hug.* net::ERR_ABORTED$/)
    release()
    await page.waitForTimeout(300)
    await expect(books(page)).toHaveCount(1)
    await expect(page.getByText(results(w, 1, 'fahrenheit'))).toBeVisible()
    await expect(page).toHaveURL('/app/books?searchTerm=fahrenheit')
  },
)

test('Back leads from a search to the list as it was left', { tag: '@phone' }, async ({ page, w }) => {
  await open(page, '/app')
  await page
    .getByRole('main')
    .getByRole('link', { name: w('home_all_books') })
    .click()
  await page.getByRole('button', { name: w('list_load_more') }).click()
  await expect(books(page)).toHaveCount(40)
  await field(page, w).pressSequentially('fahrenheit', { delay: 60 })
  await expect(books(page)).toHaveCount(1)
  await field(page, w).fill('hugo')
  await expect(page.getByText(results(w, 1, 'hugo'))).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/app/books')
  await expect(field(page, w)).toHaveValue('')
  await expect(books(page)).toHaveCount(40)
  await page.goForward()
  await expect(field(page, w)).toHaveValue('hugo')
  await page.goBack()
  await page.goBack()
  await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
})

test(
  'A slip of the pen finds similar books, set apart and not marked',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app/books')
    await field(page, w).fill('fahrenhiet')
    const similar = page.getByRole('heading', { name: w('books_similar_only') })
    await expect(similar).toBeVisible()
    await expect(page.getByText(results(w, 0, 'fahrenhiet'))).toBeVisible()
    await expect(books(page).filter({ hasText: 'Fahrenheit 451' })).toBeVisible()
    await expect(books(page).locator('mark')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: w('books_empty_title'), exact: true })).toHaveCount(0)
    // The server renders it too.
    const html = await (await page.request.get('/app/books?searchTerm=fahrenhiet')).text()
    expect(html).toContain('Fahrenheit 451')
    await field(page, w).fill('fahrenheit')
    await expect(page.getByText(results(w, 1, 'fahrenheit'))).toBeVisible()
    await expect(similar).toHaveCount(0)
  },
)

test(
  'A few hits are above similar books, and only they are marked',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app/books?searchTerm=sula')
    await expect(page.getByText(results(w, 1, 'sula'))).toBeVisible()
    const similar = page.getByRole('region', { name: w('books_similar'), exact: true })
    await expect(similar.getByRole('listitem').filter({ hasText: 'Nguvu ya Sala' })).toBeVisible()
    await expect(books(page).first()).toContainText('Ursula K. Le Guin')
    await expect(books(page).first().locator('mark')).toHaveCount(1)
    await expect(similar.locator('mark')).toHaveCount(0)
    // With many hits no similar books are shown.
    await field(page, w).fill('the')
    await expect(books(page)).toHaveCount(20)
    await expect(similar).toHaveCount(0)
  },
)

test(
  'Spaces alone are no search, and a term that is too long or cannot be read is said at the field',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app/books?searchTerm=%20%20')
    await expect(books(page)).toHaveCount(20)
    await field(page, w).fill('hugo')
    await expect(books(page)).toHaveCount(1)
    await field(page, w).fill('   ')
    await expect(books(page)).toHaveCount(20)
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/20/)

    const long = 'a'.repeat(10_000)
    for (const { path, text } of [
      { path: '/app/books?searchTerm=a%00b', text: w('text_invalid') },
      { path: `/app/books?searchTerm=${long}`, text: w('validation_string_max', { limit: 200 }) },
    ]) {
      const answer = await documentAt(page, path)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(text)
      await goOn(page, path)
      await expect(heading(page)).toHaveText(w('books_title'))
      await expect(page.getByRole('alert')).toHaveText(text)
      await expect(field(page, w)).toHaveAttribute('aria-invalid', 'true')
    }
    await field(page, w).fill('hugo')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(books(page)).toHaveCount(1)
    await field(page, w).fill('b'.repeat(201))
    await expect(page.getByRole('alert')).toHaveText(w('validation_string_max', { limit: 200 }))
    await expect(field(page, w)).toHaveValue('b'.repeat(201))
  },
)

test('What was typed before the script had come is not lost', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  // The script is late, as on a slow connection.
  const { promise: late, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/app/books', { waitUntil: 'commit' })
  await field(page, w).fill('fahrenheit')
  release()
  await expect(books(page)).toHaveCount(1)
  await expect(field(page, w)).toHaveValue('fahrenheit')
})

test('A search on the home page leads to the books', { tag: '@desktop' }, async ({ page, w }) => {
  await open(page, '/app')
  // Not the number alone: other tests add titles with random digits.
  await field(page, w).fill('fahrenheit 451')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/app/books?searchTerm=fahrenheit+451')
  await expect(books(page)).toHaveCount(1)
  await expect(field(page, w)).toHaveValue('fahrenheit 451')
  await page.goBack()
  await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
})

test(
  'Typing on the home page searches there, and Back shows it as it was',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/app')
    const top = async () => (await field(page, w).boundingBox())?.y
    const before = await top()
    await field(page, w).pressSequentially('fahrenheit', { delay: 60 })
    await expect(page.getByText(results(w, 1, 'fahrenheit'))).toBeVisible()
    await expect(page).toHaveURL('/app?searchTerm=fahrenheit')
    await expect(page).toHaveTitle(new RegExp(`^${w('books_title_search', { searchTerm: 'fahrenheit' })} · `))
    await expect(field(page, w)).toBeFocused()
    expect(await top()).toBe(before)
    await expect(page.getByText(w('home_new'))).toHaveCount(0)
    await books(page).first().getByRole('link').click()
    await expect(heading(page)).toContainText('Fahrenheit')
    await page
      .getByRole('main')
      .getByRole('link', { name: w('nav_books'), exact: true })
      .click()
    await expect(field(page, w)).toHaveValue('fahrenheit')
    await page.goBack()
    await expect(page.getByText(w('home_new'))).toBeVisible()
    await expect(field(page, w)).toHaveValue('')
  },
)

test(
  'A wrong turn in the address shows the books all the same, and what a genre does not have is searched in all of them',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    expect(await open(page, '/app/books?genreId=nonsense&searchTerm=&cursor=x&limit=1000')).toBe(200)
    await expect(books(page)).toHaveCount(20)
    await field(page, w).fill('achebe')
    const hits = page.getByRole('main').getByRole('listitem')
    await expect(hits.first()).toBeVisible()
    await page.getByLabel(w('book_genre'), { exact: true }).selectOption(w('genre_poetry'))
    await page.getByRole('link', { name: w('books_empty_genre') }).click()
    await expect(page).toHaveURL('/app/books?searchTerm=achebe')
    await expect(hits.first()).toBeVisible()
  },
)
