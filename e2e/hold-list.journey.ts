import { askApi } from '../testing/books-api.ts'
import { testAsManager } from './own-manager.ts'
import { expect, open } from './test.ts'

const test = testAsManager()

test(
  'Reservations are found, and cancelled and taken back by keys',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/borrowers')
    const { items } = (await askApi(page, 'GET', '/loans?limit=1')) as { items: Record<'bookId' | 'title', string>[] }
    const { bookId, title } = items[0] ?? { bookId: '', title: '' }
    const name = 'Wangari Muta'
    const { id: borrowerId } = (await askApi(page, 'POST', '/borrowers', { name })) as { id: string }
    await askApi(page, 'POST', '/holds', { bookId, borrowerId })
    await page
      .getByRole('main')
      .getByRole('link', { name: w('hold_list') })
      .click()
    await expect(page.getByRole('heading', { name: w('hold_list') })).toBeVisible()
    await page.getByRole('searchbox').fill(`${title} ${name}`)
    const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText(title)
    await rows.first().getByRole('checkbox').press('Space')
    await page.getByRole('button', { name: w('hold_cancel') }).press('Enter')
    await expect(page.getByText(w('hold_cancelled', { count: 1, shown: 1 }))).toBeVisible()
    await expect(rows).toHaveCount(0)
    await page.getByRole('button', { name: w('books_undo') }).press('Enter')
    await expect(rows).toHaveCount(1)
  },
)
