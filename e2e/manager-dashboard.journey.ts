import type { Page } from '@playwright/test'
import { addBook, changeBook } from './books-api.ts'
import { runSql } from './database.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open, test as shared } from './test.ts'
import { ADMIN } from './server.ts'

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

const card = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })

shared.describe('The dashboard', () => {
  shared.use({ person: 'admin' })

  shared('says how much there is, and leads to the lists', { tag: '@desktop' }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    for (const key of ['dashboard_books', 'dashboard_authors', 'dashboard_genres', 'dashboard_users'] as const) {
      await expect(card(page, w(key)).getByRole('definition').first()).toHaveText(/^[\d,]*[1-9][\d,]*$/)
    }
    const main = page.getByRole('main')
    for (const [key, path] of [
      ['dashboard_books', '/manager/books'],
      ['dashboard_authors', '/manager/books?sort=author'],
      ['dashboard_users', '/manager/users'],
    ] as const) {
      await main.getByRole('link', { name: w(key), exact: true }).click()
      await expect(page).toHaveURL(path)
      await page.goBack()
      await expect(heading(page)).toHaveText(w('dashboard_title'))
    }
  })

  shared('shows the books of a genre by its bar', { tag: '@desktop' }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    const bars = panel(page, w('dashboard_by_genre')).getByRole('link')
    const name = await bars.first().textContent()
    await bars.first().click()
    await expect(page).toHaveURL(/\/manager\/books\?genreId=[\da-f-]{36}$/)
    const count = /[\d,]+$/.exec(name ?? '')?.[0] ?? ''
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(new RegExp(`\\b${count}$`))
  })

  shared('shows every genre when it is asked', { tag: '@phone' }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    const genres = panel(page, w('dashboard_by_genre'))
    const all = Number(await card(page, w('dashboard_genres')).getByRole('definition').textContent())
    expect(await genres.getByRole('link').count()).toBeLessThan(all)
    await genres.getByRole('button').click()
    await expect(genres.getByRole('link')).toHaveCount(all)
  })

  shared('has the books of each month as a table, for everyone', { tag: '@phone' }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    const months = panel(page, w('dashboard_added'))
    const table = months.getByRole('table', { name: w('dashboard_added') })
    await expect(table.getByRole('row')).toHaveCount(13)
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'Africa/Nairobi' })
    await expect(table.getByRole('row').last()).toHaveText(new RegExp(`^${month.format(new Date())}\\s*[\\d,]*[1-9]`))
    await months.getByRole('button', { name: w('dashboard_as_table') }).click()
    await expect(months.getByRole('button', { name: w('dashboard_as_chart') })).toBeFocused()
    expect((await table.boundingBox())?.height).toBeGreaterThan(200)
  })

  shared('tells what was done lately, and by whom', async ({ page, w }) => {
    await page.goto('/manager')
    const { id, title } = await addBook(page, { title: `Kitabu kipya ${Date.now()}` })
    await changeBook(page, id, { publisher: 'Mkuki na Nyota' })
    await open(page, '/manager/dashboard')
    const rows = panel(page, w('dashboard_lately')).getByRole('listitem').filter({ hasText: title })
    const fields = w('book_publisher').toLowerCase()
    await expect(rows.first()).toContainText(w('activity_updated_fields', { actor: 'Amina', subject: title, fields }))
    await expect(rows.last()).toContainText(w('activity_created', { actor: 'Amina', subject: title }))
    await rows.first().getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`/manager/books/${id}`)
    await expect(heading(page)).toHaveText(title)
  })
})

const test = testWith(async () => ({ SEED: 'genres' }))
test.describe('In an empty library', () => {
  test(
    'the dashboard offers the first book, and says what needs care',
    { tag: '@desktop' },
    async ({ page, w, signIn, dataDir }) => {
      await signIn(ADMIN)
      await open(page, '/manager/dashboard')
      await expect(page.getByRole('heading', { name: w('dashboard_empty_title') })).toBeVisible()
      await expect(card(page, w('dashboard_books')).getByRole('definition')).toHaveText('0')
      await expect(panel(page, w('dashboard_care'))).toContainText(w('dashboard_care_none'))
      await page.getByRole('link', { name: w('dashboard_empty_action') }).click()
      await expect(page).toHaveURL('/manager/books/new')
      await runSql(
        dataDir,
        `insert into book (id, title, author, publisher) select gen_random_uuid(), 'Without ' || n, '', '' from generate_series(1, 3) n`,
        [],
      )
      await open(page, '/manager/dashboard')
      await expect(panel(page, w('dashboard_care')).getByRole('link')).toHaveText([
        w('dashboard_care_genre', { count: 3, shown: '3' }),
        w('dashboard_care_publisher', { count: 3, shown: '3' }),
      ])
    },
  )
})
