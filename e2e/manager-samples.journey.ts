import { testAsManager } from './own-manager.ts'
import { bookField, saveButton } from '../testing/book-form.ts'
import { expect, open } from './test.ts'
import { toast } from './toasts.ts'

const test = testAsManager()

test(
  'Sample books are marked, found by a filter, and removed by one button; changed ones stay',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/books')
    const rows = page.getByRole('row')
    await expect(rows.nth(1)).toContainText(w('book_sample'))
    // One is made the library's own by a change.
    await rows.nth(1).getByRole('link').first().click()
    await page.getByRole('link', { name: w('book_edit') }).click()
    await bookField(page, w, 'book_publisher').fill('Our own press')
    await saveButton(page, w).click()
    await expect(toast(page, w('book_updated'))).toBeVisible()

    await open(page, '/manager/books')
    await page.getByLabel(w('books_origin')).selectOption({ label: w('books_origin_sample') })
    await expect(page.getByText(w('samples_text'))).toBeVisible()
    const remove = page.getByRole('button', { name: /Remove \d+ sample books/ })
    await remove.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(w('samples_remove_text_kept', { count: 1, shown: '1' }))
    await dialog.getByRole('button', { name: /Remove \d+ sample books/ }).click()
    await expect(toast(page, 'sample books removed')).toBeVisible()
    await expect(remove).toHaveCount(0)
    await open(page, '/manager/books')
    await expect(rows.filter({ hasText: 'Our own press' })).toHaveCount(1)
    await expect(page.getByText(w('book_sample'), { exact: true })).toHaveCount(0)
  },
)
