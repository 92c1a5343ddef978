import { changeBook, findBook } from '../testing/books-api.ts'
import { counted, openChange } from '../testing/bulk-change.ts'
import { importEnds, sendImport, startImport } from '../testing/imports-api.ts'
import { testAsManager } from './own-manager.ts'
import { books, expect, heading, open } from './test.ts'

const test = testAsManager()

test(
  'An import is undone after a bulk change that was taken back: the numbers are true, what stays is reachable, and it can be made again',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const author = `Assia${crypto.randomUUID().slice(0, 8)}`
    const filename = `${author}.csv`
    const report = (text: string) => page.getByRole('status').filter({ hasText: text })
    const { id } = await sendImport(page, `title,author\nOne,${author}\nTwo,${author}\nThree,${author}\n`, filename)
    await startImport(page, id)
    await importEnds(page, id)

    await open(page, `/manager/import/${id}`)
    await page.getByRole('link', { name: w('import_show') }).click()
    await page.getByLabel(w('books_select_all')).check()
    const dialog = await openChange(page, w)
    await dialog.getByLabel(w('books_change_what')).selectOption(w('book_publisher'))
    await dialog.getByLabel(w('book_publisher'), { exact: true }).fill('Mini')
    await dialog.getByRole('button', { name: w('books_preview') }).click()
    await dialog.getByRole('button', { name: w('books_change_do', { books: counted(w, 3) }) }).click()
    await expect(report(w('books_bulk_changed', { books: counted(w, 3) }))).toBeVisible()
    await page.getByRole('button', { name: w('books_undo') }).click()
    await expect(report(w('books_bulk_undone', { books: counted(w, 3) }))).toBeVisible()
    // Somebody changes one of them by hand.
    await changeBook(page, (await findBook(page, `${author} two`)).id, { publisher: 'By hand' })

    // From the activity, which stays where it is.
    await open(page, `/manager/activity?searchTerm=${author}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: w('books_undo'), exact: true })
      .click()
    const ask = page.getByRole('alertdialog')
    const [added, kept] = [w('import_undo_deleted', { count: 2 }), w('import_undo_kept', { count: 1 })]
    await expect(ask.getByText(`${added} ${kept}`, { exact: true })).toBeVisible()
    await ask.getByRole('button', { name: w('import_undo') }).click()
    const undone = report(w('import_undone_deleted', { count: 2 }))
    await expect(undone).toContainText(w('import_undone_kept', { count: 1 }))
    await expect(page).toHaveURL(`/manager/activity?searchTerm=${author}`)
    await expect(page.getByRole('listitem').filter({ hasText: w('undo_done') })).toHaveCount(1)
    await page.getByRole('link', { name: filename }).first().click()

    // What stays is shown, and goes to the trash as well.
    await page.getByRole('link', { name: w('import_show') }).click()
    await expect(books(page)).toHaveText([/Two/])
    await page.goBack()
    const remove = w('import_delete_kept', { count: 1, shown: 1 })
    await page.getByRole('button', { name: remove }).click()
    await ask.getByRole('button', { name: remove }).click()
    await expect(report(w('books_trashed', { count: 1, shown: 1 }))).toBeVisible()
    await expect(books(page)).toHaveCount(0)

    await open(page, `/manager/import/${id}`)
    await expect(page.getByText(w('import_undone_deleted', { count: 2 }))).toBeVisible()
    await page.getByRole('button', { name: w('import_again') }).click()
    await expect(page).not.toHaveURL(`/manager/import/${id}`)
    await expect(heading(page)).toHaveText(filename)
    await expect(page.getByRole('button', { name: w('import_start', { books: counted(w, 3) }) })).toBeVisible()
  },
)
