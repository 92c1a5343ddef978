import { askApi } from '../testing/books-api.ts'
import type { Page } from '@playwright/test'
import { testAsManager } from './own-manager.ts'
import { expect, open, reload } from './test.ts'

const test = testAsManager()

const report = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test(
  'Borrowers are chosen, blocked and moved to the trash by keys, and both are taken back',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const counted = (count: number) => w('borrower_count', { count, shown: count })
    const button = (key: Parameters<typeof w>[0]) =>
      page.getByRole('main').getByRole('button', { name: w(key), exact: true })
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await open(page, '/manager/borrowers')
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
    for (let row = 0; row < 3; row += 1) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('x')
    }
    await expect(report(page, w('borrower_selected', { count: 3, shown: 3 }))).toBeVisible()

    // A block asks for its reason, and says before what it would change.
    await button('borrower_block').press('Enter')
    await expect(dialog).toHaveAccessibleName(w('borrower_change', { borrowers: counted(3) }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(w('validation_required'))).toBeVisible()
    await page.keyboard.type('Holidays')
    await expect(report(page, w('borrower_preview_changed', { borrowers: counted(3) }))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(report(page, w('books_bulk_changed', { books: counted(3) }))).toBeVisible()
    const blocked = rows.filter({ hasText: w('borrower_badge_blocked') })
    await expect(blocked).toHaveCount(3)
    await reload(page)
    await open(page, '/manager/activity')
    const entry = page
      .getByRole('listitem')
      .filter({ hasText: counted(3) })
      .first()
    await entry.getByRole('button', { name: w('books_undo') }).press('Enter')
    await expect(report(page, w('books_bulk_undone', { books: counted(3) }))).toBeVisible()

    // Who has books does not go to the trash.
    await open(page, '/manager/borrowers?state=late')
    await expect(rows.first()).toBeVisible()
    const late = await rows.count()
    await page.getByLabel(w('books_select_all')).check()
    await button('trash_move').press('Enter')
    await expect(dialog.getByText(w('borrower_reason_has_loans'))).toBeVisible()
    await dialog.getByRole('button', { name: w('trash_move') }).press('Enter')
    await expect(report(page, w('books_bulk_left', { books: counted(late) }))).toBeVisible()
    await expect(rows).toHaveCount(late)
  },
)

test(
  'Two borrowers who are one person are merged, with what is chosen of each, and parted again',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/borrowers')
    for (const fields of [
      { name: 'Zuhura Makame', note: 'Asked for a new card' },
      { name: 'Zuhura K. Makame', schoolNumber: 'S-9001' },
    ])
      await askApi(page, 'POST', '/borrowers', fields)
    await open(page, '/manager/borrowers?searchTerm=Zuhura')
    const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /Zuhura/ }) })
    await expect(rows).toHaveCount(2)
    const merge = page.getByRole('main').getByRole('button', { name: w('borrower_merge'), exact: true })
    await rows.first().getByRole('checkbox').press('Space')
    await expect(merge).toHaveCount(0)
    await rows.last().getByRole('checkbox').press('Space')
    await merge.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAccessibleName(w('borrower_merge_title'))
    await dialog.getByLabel(w('borrower_name')).selectOption({ label: 'Zuhura Makame' })
    await dialog.getByRole('button', { name: w('borrower_merge') }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Zuhura Makame')
    await expect(rows).toContainText('S-9001')
    await page.getByRole('button', { name: w('trash_undo'), exact: true }).press('Enter')
    await expect(rows).toHaveCount(2)
  },
)
