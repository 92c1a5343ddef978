import { bookField, newTitle, saveButton } from '../testing/book-form.ts'
import { addBook, changeBook, findBook } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, heading, open, reload } from './test.ts'
import { toast } from './toasts.ts'

test.describe.configure({ mode: 'default' })

test(
  'An edit is taken back from its toast by keyboard alone, and again in the activity; a later change stays',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const book = await addBook(page, { title: newTitle(), author: 'Flora Nwapa' })
    await open(page, `/manager/books/${book.id}/update`)
    await bookField(page, w, 'book_author').fill('Flora Nwakuche')
    await bookField(page, w, 'book_publisher').fill('Heinemann')
    await saveButton(page, w).click()
    await expect(heading(page)).toHaveText(book.title)
    await expect(toast(page, w('book_updated'))).toBeVisible()

    // Alt+T leads to the toasts.
    await page.keyboard.press('Alt+T')
    const undo = toast(page, w('book_updated')).getByRole('button', { name: w('books_undo') })
    for (let presses = 0; presses < 5 && !(await undo.evaluate((one) => one === document.activeElement)); presses++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toast(page, w('undo_done'))).toBeVisible()
    expect(await findBook(page, book.title)).toMatchObject({ author: 'Flora Nwapa', publisher: '' })

    // The undo is an entry like any other; what was changed after it stays, and is named.
    await changeBook(page, book.id, { publisher: 'Tana Press' })
    await reload(page)
    const entries = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: w('books_undo') }) })
    await expect(page.getByText(w('undo_done'), { exact: true })).toHaveCount(1)
    await entries
      .nth(1)
      .getByRole('button', { name: w('books_undo') })
      .click()
    await expect(toast(page, w('undo_partly'))).toContainText(
      w('undo_kept_changed', { field: w('book_publisher').toLowerCase() }),
    )
    expect(await findBook(page, book.title)).toMatchObject({ author: 'Flora Nwakuche', publisher: 'Tana Press' })
    await expect(page.getByText(w('undo_done'), { exact: true })).toHaveCount(2)
  },
)
