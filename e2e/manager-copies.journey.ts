import type { Page } from '@playwright/test'
import { testAsManager } from './own-manager.ts'
import { expect, open, reload } from './test.ts'

const test = testAsManager()

const report = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test(
  'Copies are chosen, moved and withdrawn by keys, and both are taken back',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const counted = (count: number) => w('copy_count', { count, shown: count })
    const button = (key: Parameters<typeof w>[0]) =>
      page.getByRole('main').getByRole('button', { name: w(key), exact: true })
    const dialog = page.getByRole('dialog')
    await open(page, '/manager/copies')
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
    await expect(rows).toHaveCount(20)
    for (let row = 0; row < 3; row += 1) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('x')
    }
    await expect(report(page, w('copy_selected', { count: 3, shown: 3 }))).toBeVisible()

    await button('copy_location').press('Enter')
    await expect(dialog).toHaveAccessibleName(w('copy_change', { copies: counted(3) }))
    await page.keyboard.type('Reading corner')
    await page.keyboard.press('Enter')
    await expect(report(page, w('books_bulk_changed', { books: counted(3) }))).toBeVisible()
    await expect(rows.filter({ hasText: 'Reading corner' })).toHaveCount(3)
    await expect(dialog).toHaveCount(0)
    await button('books_undo').press('Enter')
    await expect(report(page, w('books_bulk_undone', { books: counted(3) }))).toBeVisible()
    await expect(rows.filter({ hasText: 'Reading corner' })).toHaveCount(0)
    await button('common_close').press('Enter')

    // A copy is withdrawn with a reason.
    await rows.first().getByRole('checkbox').press('Space')
    await button('copy_withdraw').press('Enter')
    await expect(dialog).toHaveAccessibleName(w('copy_withdraw_title', { copies: counted(1) }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(w('validation_required'))).toBeVisible()
    await page.keyboard.type('Torn')
    await page.keyboard.press('Enter')
    await expect(report(page, w('books_bulk_changed', { books: counted(1) }))).toBeVisible()
    await expect(rows.filter({ hasText: 'Torn' })).toHaveCount(1)

    // The activity has one line for it, and takes it back later.
    await open(page, '/manager/activity')
    const entry = page
      .getByRole('listitem')
      .filter({ hasText: counted(1) })
      .first()
    await entry.getByRole('button', { name: w('books_undo') }).press('Enter')
    await expect(report(page, w('books_bulk_undone', { books: counted(1) }))).toBeVisible()
    await open(page, '/manager/copies')
    await expect(rows.filter({ hasText: 'Torn' })).toHaveCount(0)
  },
)

test(
  'The list is narrowed by a form, shows it as chips, and keeps it as a view',
  { tag: ['@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/copies')
    await page.getByRole('button', { name: w('books_filters') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(w('copy_label'), { exact: true }).selectOption('missing')
    await dialog.getByLabel(w('copy_not_seen'), { exact: true }).fill('2000-01-01')
    await dialog.getByRole('button', { name: w('copy_filters_show') }).click()
    await expect(page).toHaveURL(/notSeenSince=2000-01-01/)
    await expect(page.getByText(w('books_empty_title'))).toBeVisible()
    const since = page.getByRole('button', { name: /2000/ })
    await since.click()
    await expect(page).toHaveURL(/label=missing/)
    await expect(page).not.toHaveURL(/notSeenSince/)
    await reload(page)
    await expect(
      page.getByRole('button', { name: w('list_filter_remove', { filter: w('copy_label_missing') }) }),
    ).toBeVisible()
    await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(20)
  },
)
