import { card, panel } from './dashboard.ts'
import { runSql } from '../testing/database.ts'
import { testAsManager } from './own-manager.ts'
import { expect, open } from './test.ts'

const test = testAsManager({ SEED: 'genres' })
test.describe.configure({ mode: 'default' })

test(
  'The list of an empty library says how to get its first books',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/books')
    await expect(page.getByRole('heading', { name: w('books_none_title') })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: w('import_action') })).toHaveAttribute('href', '/manager/import')
    await main
      .getByRole('link', { name: w('books_new') })
      .last()
      .click()
    await expect(page).toHaveURL('/manager/books/new')
  },
)

test(
  'The dashboard of an empty library offers the first book, and says what needs attention',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir }) => {
    await open(page, '/manager/dashboard')
    await expect(page.getByRole('heading', { name: w('dashboard_empty_title') })).toBeVisible()
    await expect(card(page, w('dashboard_books')).getByRole('definition')).toHaveText('0')
    const unreachable = [w('dashboard_attention_outbox'), w('dashboard_attention_contact')]
    await expect(panel(page, w('dashboard_attention')).getByRole('link')).toHaveText(unreachable)
    await page.getByRole('link', { name: w('dashboard_empty_action') }).click()
    await expect(page).toHaveURL('/manager/books/new')
    await runSql(
      dataDir,
      `insert into book (id, title, author, publisher) select gen_random_uuid(), 'Without ' || n, '', '' from generate_series(1, 3) n`,
      [],
    )
    await open(page, '/manager/dashboard')
    await expect(panel(page, w('dashboard_attention')).getByRole('link')).toHaveText([
      ...unreachable,
      w('dashboard_attention_genre', { count: 3, shown: '3' }),
      w('dashboard_attention_publisher', { count: 3, shown: '3' }),
    ])
  },
)
