import type { Page } from '@playwright/test'
import { isolated } from '#base/i18n/isolated.ts'
import { changeGenre, counted, openChange } from '../testing/bulk-change.ts'
import { addBook, changeBook, deleteBook, findBook } from '../testing/books-api.ts'
import { runSql } from '../testing/database.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { books, expect, heading, open, reload } from './test.ts'
import type { Words } from '../testing/words.ts'

test.describe.configure({ mode: 'default' })

const BOOKS = '/manager/books'
const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const focused = (page: Page) => page.getByRole('main').locator(':focus')
const row = (page: Page, title: string) => books(page).filter({ hasText: title })
const deletion = (page: Page) => page.getByRole('alertdialog')
const report = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Adds books of a unique author, and opens their list. */
async function openOwn(page: Page, titles: readonly string[]): Promise<string> {
  const author = `Author${crypto.randomUUID().slice(0, 8)}`
  for (const title of titles) await addBook(page, { title, author })
  await open(page, `${BOOKS}?searchTerm=${author}`)
  await expect(books(page)).toHaveCount(titles.length)
  return author
}

const deleteSelected = async (page: Page, w: Words) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: w('book_delete'), exact: true })
    .click()
  await expect(deletion(page)).toBeVisible()
}
const closeReport = (page: Page, w: Words) =>
  page
    .getByRole('main')
    .getByRole('button', { name: w('common_close') })
    .click()
const confirm = (page: Page, w: Words) =>
  deletion(page)
    .getByRole('button', { name: w('trash_move'), exact: true })
    .click()

test(
  'What has no genre or no publisher is found by the dashboard and by the filters',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const author = await openOwn(page, ['Orphan', 'Stray', 'Waif'])
    await changeBook(page, (await findBook(page, `${author} waif`)).id, { publisher: 'None' })
    const search = page.getByLabel(w('books_search_label'))
    for (const [item, address, found] of [
      ['dashboard_attention_genre', `${BOOKS}?genreId=none`, ['Orphan', 'Stray', 'Waif']],
      ['dashboard_attention_publisher', `${BOOKS}?publisher=`, ['Orphan', 'Stray']],
    ] as const) {
      await open(page, '/manager/dashboard')
      const [, words = ''] = w(item, { count: 2, shown: '#' }).split('#')
      await page.getByRole('main').getByRole('link', { name: words.trim() }).click()
      await expect(page).toHaveURL(address)
      await search.fill(author)
      for (const title of found) await expect(row(page, title)).toBeVisible()
      await expect(books(page)).toHaveCount(found.length)
      await expect(status(page)).toHaveText(
        w('list_results', { count: found.length, total: found.length, searchTerm: author }),
      )
    }
    await open(page, `${BOOKS}?searchTerm=${author}`)
    await page.getByRole('combobox', { name: w('book_genre') }).selectOption(w('books_genre_none'))
    await expect(page).toHaveURL(/genreId=none/)
    await expect(books(page)).toHaveCount(3)
    await page.locator('#filter-publisher').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: w('books_publisher_none') })
      .click()
    await expect(page).toHaveURL(/genreId=none.*&publisher=(&|$)/)
    await expect(books(page)).toHaveCount(2)
    await reload(page)
    await expect(books(page)).toHaveCount(2)
    await page.getByRole('button', { name: w('list_filter_remove', { filter: w('books_publisher_none') }) }).click()
    await expect(page).not.toHaveURL(/publisher/)
    await expect(books(page)).toHaveCount(3)
  },
)

test(
  'All that a search finds is selected, changed and deleted',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir }) => {
    const author = `Author${crypto.randomUUID().slice(0, 8)}`
    await runSql(
      dataDir,
      `insert into book (id, title, author, publisher) select gen_random_uuid(), 'Many ' || n, $1, '' from generate_series(1, 230) n`,
      [author],
    )
    const selectAll = async () => {
      await page.getByRole('columnheader').getByRole('checkbox').check()
      await page.getByRole('button', { name: w('books_select_found', { total: 230 }) }).click()
      const selected = w('books_selected', { count: 230, shown: 230 })
      await expect(page.getByText(selected)).toBeInViewport()
      await expect(focused(page)).toContainText(selected)
    }
    await open(page, `${BOOKS}?searchTerm=${author}`)
    await selectAll()
    await books(page).nth(3).getByRole('checkbox').uncheck()
    await expect(page.getByText(w('books_selected', { count: 229, shown: 229 }))).toBeVisible()
    // Opening a book keeps the selection.
    await books(page).nth(0).getByRole('link').click()
    await expect(heading(page)).not.toHaveText(w('books_title'))
    await page.goBack()
    await expect(page.getByText(w('books_selected', { count: 229, shown: 229 }))).toBeVisible()
    await changeGenre(page, w, w('genre_poetry'), 229)
    await expect(report(page, w('books_bulk_changed', { books: counted(w, 229) }))).toBeInViewport()
    await expect(books(page).filter({ hasText: w('genre_poetry') })).toHaveCount(19)
    // It is one line of the dashboard.
    await open(page, '/manager/dashboard')
    await expect(page.getByRole('main').getByText(counted(w, 229)).first()).toBeVisible()
    await open(page, `${BOOKS}?searchTerm=${author}`)
    await selectAll()
    await page.getByRole('button', { name: w('book_delete'), exact: true }).click()
    const button = deletion(page).getByRole('button', { name: w('trash_move'), exact: true })
    await expect(button).toBeDisabled()
    await deletion(page)
      .getByLabel(w('books_delete_check', { count: 230, shown: 230 }))
      .check()
    await button.click()
    await expect(report(page, w('books_trashed', { count: 230, shown: 230 }))).toBeInViewport()
    await expect(books(page)).toHaveCount(0)
    await page.getByRole('button', { name: w('books_undo') }).click()
    await expect(report(page, w('books_bulk_undone', { books: counted(w, 230) }))).toBeInViewport()
    await expect(focused(page)).toContainText(w('books_bulk_undone', { books: counted(w, 230) }))
    await expect(books(page)).toHaveCount(20)
  },
)

test('Several books get a genre at once, in place', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await openOwn(page, ['First', 'Second', 'Third'])
  await books(page).nth(0).getByRole('checkbox').check()
  await books(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await changeGenre(page, w, w('genre_poetry'), 3)
  await expect(report(page, w('books_bulk_changed', { books: counted(w, 3) }))).toBeInViewport()
  await expect(
    books(page)
      .filter({ hasText: w('genre_poetry') })
      .filter({ has: page.getByRole('checkbox') }),
  ).toHaveCount(3)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  // Removes the genre.
  await page.getByLabel(w('books_select_all')).check()
  await changeGenre(page, w, '', 3)
  await expect(report(page, w('books_bulk_changed', { books: counted(w, 3) }))).toBeVisible()
  await closeReport(page, w)
  await expect(page.getByLabel(w('books_select_all'))).toBeFocused()
  await expect(books(page).filter({ hasText: w('genre_poetry') })).toHaveCount(0)
})

test(
  'A text is replaced in several books after a preview, and put back',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 400/)
    const author = await openOwn(page, ['The old sea', 'The old man', 'A new one'])
    await page.getByLabel(w('books_select_all')).check()
    const dialog = await openChange(page, w)
    await dialog.getByLabel(w('books_change_what')).selectOption(w('books_change_replace'))
    await dialog.getByRole('button', { name: w('books_preview') }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByLabel(w('books_replace_find')).fill('old')
    await dialog.getByLabel(w('books_replace_by')).fill('young')
    await dialog.getByLabel(w('books_replace_word')).uncheck()
    await dialog.getByLabel(w('books_replace_by')).press('Enter')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'The young sea' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('button', { name: w('books_result_unchanged', { count: 1 }) }).click()
    await expect(dialog.getByRole('listitem')).toHaveText(['A new one'])
    await dialog.getByRole('button', { name: w('books_change_do', { books: counted(w, 2) }) }).click()
    await expect(row(page, 'The young man')).toBeVisible()
    // Another user changes the title of one of them before the undo.
    const { id } = await findBook(page, `${author} young man`)
    await changeBook(page, id, { title: 'By hand' })
    await page.getByRole('button', { name: w('books_undo') }).click()
    await expect(report(page, w('books_bulk_undone', { books: counted(w, 1) }))).toContainText(
      w('books_bulk_kept', { books: counted(w, 1) }),
    )
    await expect(row(page, 'The old sea')).toBeVisible()
    await expect(row(page, 'By hand').first()).toBeVisible()
  },
)

test(
  'Several books are deleted at once, with a report of each, also of what was gone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const author = await openOwn(page, ['Alpha', 'Beta', 'Gamma', 'Delta'])
    for (const title of ['Alpha', 'Beta', 'Gamma']) await row(page, title).getByRole('checkbox').check()
    await deleteSelected(page, w)
    await expect(deletion(page)).toHaveAccessibleName(w('books_delete_title', { count: 3, shown: 3 }))
    await expect(deletion(page)).toHaveAccessibleDescription(w('books_delete_text'))
    await expect(deletion(page).getByRole('listitem')).toHaveText(['Alpha', 'Beta', 'Gamma'])
    await deletion(page)
      .getByRole('button', { name: w('common_cancel') })
      .click()
    await expect(page.getByText(w('books_selected', { count: 3, shown: 3 }))).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: w('book_delete'), exact: true })).toBeFocused()
    await deleteSelected(page, w)
    // Another user changes one of them first.
    await deleteBook(page, (await findBook(page, `${author} beta`)).id)
    await confirm(page, w)
    await expect(report(page, w('books_trashed', { count: 2, shown: 2 }))).toContainText(
      w('books_bulk_left', { books: counted(w, 1) }),
    )
    await expect(page.getByText(w('list_results', { count: 1, total: 1, searchTerm: author }))).toBeVisible()
    await expect(books(page).filter({ has: page.getByRole('checkbox') })).toHaveCount(1)
    await expect(row(page, 'Delta')).toBeVisible()
    await expect(deletion(page)).toHaveCount(0)
    await page.getByText(w('books_report_each')).focus()
    await page.keyboard.press('Enter')
    const rows = page.getByRole('group').getByRole('listitem')
    await expect(rows).toHaveText([/Alpha/, /Gamma/])
    await page.getByRole('button', { name: w('books_result_refused', { count: 1 }) }).click()
    await expect(rows).toHaveText([new RegExp(`Beta.*${w('books_report_missing')}`, 's')])
    await closeReport(page, w)
    await expect(books(page)).toHaveCount(1)
  },
)

test(
  'What cannot be deleted stays selected, and can be tried again',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/ERR_FAILED/)
    await openOwn(page, ['Kept', 'Kept too'])
    await page.getByLabel(w('books_select_all')).check()
    await page.route(/moveBulk/, (route) => route.abort())
    await deleteSelected(page, w)
    await confirm(page, w)
    await expect(page.getByText(w('books_delete_failed'))).toBeVisible()
    await expect(deletion(page)).toHaveAccessibleName(w('books_delete_title', { count: 2, shown: 2 }))
    await page.unroute(/moveBulk/)
    await confirm(page, w)
    await expect(report(page, w('books_trashed', { count: 2, shown: 2 }))).toBeVisible()
    await expect(books(page)).toHaveCount(0)
  },
)

test(
  'A book is deleted after typing its title, and the list keeps its position',
  { tag: '@desktop' },
  async ({ page, w }) => {
    const author = await openOwn(page, ['Doomed', 'Staying'])
    const before = await status(page).innerText()
    await row(page, 'Doomed').getByRole('link').click()
    await expect(heading(page)).toHaveText('Doomed')
    await expect(page.getByText(author, { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: w('book_history') })).toBeVisible()
    await expect(page.getByRole('link', { name: w('book_edit') })).toHaveAttribute(
      'href',
      /\/manager\/books\/.+\/update$/,
    )
    await deleteSelected(page, w)
    await expect(deletion(page)).toHaveAccessibleName(w('book_delete_title', { title: isolated('Doomed') }))
    await expect(deletion(page)).toHaveAccessibleDescription(w('book_delete_text'))
    await confirm(page, w)
    await expect(page.getByText(w('book_deleted'), { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${BOOKS}?searchTerm=${author}`)
    await expect(row(page, 'Staying')).toBeVisible()
    await expect(row(page, 'Doomed')).toHaveCount(0)
    await expect(status(page)).not.toHaveText(before)
  },
)

test(
  'A book that another has deleted meanwhile is said to be gone, and the list follows',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    const author = await openOwn(page, ['Fleeting', 'Lasting'])
    await row(page, 'Fleeting').getByRole('link').click()
    await expect(heading(page)).toHaveText('Fleeting')
    await deleteBook(page, (await findBook(page, `${author} fleeting`)).id)
    await deleteSelected(page, w)
    await confirm(page, w)
    await expect(page.getByText(w('book_gone_title'))).toBeVisible()
    await expect(page).toHaveURL(`${BOOKS}?searchTerm=${author}`)
    await expect(row(page, 'Fleeting')).toHaveCount(0)
    await expect(row(page, 'Lasting')).toBeVisible()
  },
)

test(
  'A book that another has changed meanwhile is shown before it is deleted',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 409/)
    const author = await openOwn(page, ['Draft'])
    await row(page, 'Draft').getByRole('link').click()
    await expect(heading(page)).toHaveText('Draft')
    await changeBook(page, (await findBook(page, author)).id, { title: 'Masterpiece' })
    await deleteSelected(page, w)
    await confirm(page, w)
    await expect(page.getByText(w('book_delete_failed'))).toBeVisible()
    await expect(page.getByText(w('error_CONFLICT'))).toBeVisible()
    await expect(deletion(page)).toHaveCount(0)
    await expect(heading(page)).toHaveText('Masterpiece')
  },
)

test(
  'A deletion without a network says so and keeps the book',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/ERR_FAILED/)
    await openOwn(page, ['Lifeboat'])
    await row(page, 'Lifeboat').getByRole('link').click()
    await expect(heading(page)).toHaveText('Lifeboat')
    await page.route(/removeBook/, (route) => route.abort())
    await deleteSelected(page, w)
    await confirm(page, w)
    await expect(page.getByText(w('book_delete_failed'))).toBeVisible()
    await deletion(page)
      .getByRole('button', { name: w('common_cancel') })
      .click()
    await page.unroute(/removeBook/)
    await reload(page)
    await expect(heading(page)).toHaveText('Lifeboat')
  },
)
