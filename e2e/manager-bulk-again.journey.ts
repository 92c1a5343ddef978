import type { Page } from '@playwright/test'
import { addBook, changeBook, findBook } from '../testing/books-api.ts'
import { counted, openChange } from '../testing/bulk-change.ts'
import { whileLocked } from '../testing/database.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { books, expect, open, reload } from './test.ts'

const BOOKS = '/manager/books'
const report = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

// Beside the journey of the list's other keys: rows are selected where a floor has something to do with them.
test('The row in focus is selected by x, and by x again not', { tag: '@desktop' }, async ({ page }) => {
  await open(page, BOOKS)
  const second = books(page).nth(1)
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(second.getByRole('link')).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('x')
  await expect(second.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(second.getByRole('link')).toBeFocused()
})

test(
  'A bulk change is found again after a reload, in another tab, and by the activity',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, context }) => {
    const author = `Author${crypto.randomUUID().slice(0, 8)}`
    const titles = ['One', 'Two', 'Three']
    for (const title of titles) await addBook(page, { title, author })
    await open(page, `${BOOKS}?searchTerm=${author}`)
    await page.getByLabel(w('books_select_all')).check()
    const dialog = await openChange(page, w)
    await dialog.getByLabel(w('books_change_what')).selectOption(w('book_publisher'))
    await dialog.getByLabel(w('book_publisher'), { exact: true }).fill(author)
    await dialog.getByRole('button', { name: w('books_preview') }).click()
    const start = dialog.getByRole('button', { name: w('books_change_do', { books: counted(w, 3) }) })
    await expect(start).toBeVisible()
    const tab = await context.newPage()
    // The change waits for one of its books, so that there is time to look at it.
    await whileLocked(dataDir, 'select from book where author = $1 limit 1 for update', [author], async () => {
      await start.click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await reload(page)
      await expect(page.getByRole('progressbar')).toBeVisible()
      await open(tab, BOOKS)
      await expect(tab.getByRole('progressbar')).toBeVisible()
    })
    for (const one of [page, tab])
      await expect(report(one, w('books_bulk_changed', { books: counted(w, 3) }))).toBeVisible()
    await tab.close()
    await reload(page)
    await expect(books(page)).toHaveCount(3)
    await expect(page.getByRole('button', { name: w('books_undo') })).toHaveCount(0)

    // Somebody changes one of them before the undo.
    await changeBook(page, (await findBook(page, `${author} two`)).id, { publisher: 'By hand' })
    await open(page, '/manager/dashboard')
    const entry = page.getByRole('listitem').filter({ hasText: author })
    await entry.getByRole('button', { name: w('books_undo') }).click()
    const confirmation = page.getByRole('alertdialog')
    await expect(confirmation).toHaveAccessibleName(w('books_undo_title', { books: counted(w, 3) }))
    await confirmation.getByRole('button', { name: w('books_undo') }).click()
    const undone = report(page, w('books_bulk_undone', { books: counted(w, 2) }))
    await expect(undone).toContainText(w('books_bulk_kept', { books: counted(w, 1) }))
    await expect(page).toHaveURL('/manager/dashboard')

    // The history of a book leads to what became of each, later as well.
    await open(page, `${BOOKS}/${(await findBook(page, `${author} two`)).id}`)
    const reports = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: w('activity_bulk_report') }) })
    await expect(reports).toHaveCount(2)
    await expect(reports.getByRole('button', { name: w('books_undo') })).toHaveCount(0)
    // The change by hand and the addition can be undone.
    await expect(page.getByRole('button', { name: w('books_undo') })).toHaveCount(2)
    await reports
      .first()
      .getByRole('button', { name: w('activity_bulk_report') })
      .click()
    await expect(undone).toBeVisible()
    await page.getByText(w('books_report_each')).click()
    await page.getByRole('button', { name: w('books_result_not_undone', { count: 1 }) }).click()
    await expect(page.getByRole('group').getByRole('listitem')).toHaveText([
      new RegExp(`Two.*${w('books_reason_changed')}`, 's'),
    ])
  },
)

test(
  'A preview that comes after its dialog was closed is not shown for other books',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const author = `Author${crypto.randomUUID().slice(0, 8)}`
    for (const title of ['One', 'Two']) await addBook(page, { title, author })
    await open(page, `${BOOKS}?searchTerm=${author}`)
    await books(page).nth(0).getByRole('checkbox').check()
    const dialog = await openChange(page, w)
    await dialog.getByLabel(w('books_change_what')).selectOption(w('book_publisher'))
    await dialog.getByLabel(w('book_publisher'), { exact: true }).fill(author)
    const late = Promise.withResolvers<void>()
    await page.route('**/_serverFn/**', async (route) => {
      if (route.request().method() === 'POST') await late.promise
      await route.continue()
    })
    const preview = dialog.getByRole('button', { name: w('books_preview') })
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('_serverFn'))
    await preview.click()
    const answered = (await asked).response()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await books(page).nth(1).getByRole('checkbox').check()
    await openChange(page, w)
    const cancelled = page.waitForRequest((request) => request.postData()?.includes('cancel') ?? false)
    late.resolve()
    await answered
    await cancelled
    // Its own preview is of both books.
    await expect(preview).not.toHaveAttribute('aria-disabled')
    await preview.click()
    await expect(dialog.getByRole('button', { name: w('books_change_do', { books: counted(w, 2) }) })).toBeVisible()
  },
)
