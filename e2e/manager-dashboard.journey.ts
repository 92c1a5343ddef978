import { addBook, changeBook } from '../testing/books-api.ts'
import { card, panel } from './dashboard.ts'
import { expect, heading, open, test } from './test.ts'

test.describe('The dashboard', () => {
  test.use({ person: 'admin' })

  test('says how much there is, and leads to the lists', { tag: '@desktop' }, async ({ page, w }) => {
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

  test('shows the books of a genre by its bar', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    const bars = panel(page, w('dashboard_by_genre')).getByRole('link')
    const name = await bars.first().textContent()
    await bars.first().click()
    await expect(page).toHaveURL(/\/manager\/books\?genreId=[\da-f-]{36}$/)
    const count = /[\d,]+$/.exec(name ?? '')?.[0] ?? ''
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(new RegExp(`\\b${count}$`))
  })

  test('shows every genre when it is asked', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    const genres = panel(page, w('dashboard_by_genre'))
    const showAll = genres.getByRole('button')
    const all = Number(/\d+/.exec((await showAll.textContent()) ?? '')?.[0])
    expect(await genres.getByRole('link').count()).toBeLessThan(all)
    await showAll.click()
    await expect(genres.getByRole('link')).toHaveCount(all)
  })

  test('has the books of each month as a table, for everyone', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
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

  test('tells what was done lately, and by whom', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    const { id, title } = await addBook(page, { title: `Kitabu kipya ${Date.now()}` })
    await changeBook(page, id, { publisher: 'Mkuki na Nyota' })
    await open(page, '/manager/dashboard')
    const rows = panel(page, w('dashboard_activity')).getByRole('listitem').filter({ hasText: title })
    const fields = w('book_publisher').toLowerCase()
    await expect(rows.first()).toContainText(w('activity_updated_fields', { actor: 'Amina', subject: title, fields }))
    await expect(rows.last()).toContainText(w('activity_created', { actor: 'Amina', subject: title }))
    await rows.first().getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`/manager/books/${id}`)
    await expect(heading(page)).toHaveText(title)
  })
})
