import type { Page } from '@playwright/test'
import { addBook, changeBook, findBook } from '../testing/books-api.ts'
import { tabAndPress, tabTo } from './keyboard.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { addPeople, makeUser, newWord } from '../testing/people.ts'
import { books, expect, heading, open } from './test.ts'
import type { Words } from '../testing/words.ts'
import { toast } from './toasts.ts'

test.describe.configure({ mode: 'default' })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')
const row = (page: Page, title: string) => books(page).filter({ hasText: title })

/** Presses 'Undo' in a toast: Alt+T leads to the toasts. */
async function undoInToast(page: Page, w: Words, text: string): Promise<void> {
  await expect(toast(page, text)).toBeVisible()
  await page.keyboard.press('Alt+T')
  await tabAndPress(page, toast(page, text).getByRole('button', { name: w('books_undo'), exact: true }))
}

/** Deletes what the page shows, with an answer of the dialog. */
async function deleteShown(page: Page, w: Words, what: 'book_delete' | 'user_delete'): Promise<void> {
  await tabAndPress(page, button(page, w(what)))
  await tabAndPress(page, dialog(page).getByRole('button', { name: w('trash_move'), exact: true }))
}

test(
  'A book is deleted, taken back, restored from the trash and from its history by keyboard alone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const author = `Author${crypto.randomUUID().slice(0, 8)}`
    const { id } = await addBook(page, { title: 'Kifo Kisimani', author })
    await changeBook(page, id, { title: 'Kifo' })
    await open(page, `/manager/books?searchTerm=${author}`)
    await tabAndPress(page, row(page, 'Kifo').getByRole('link'))
    await expect(heading(page)).toHaveText('Kifo')
    await deleteShown(page, w, 'book_delete')
    await expect(row(page, 'Kifo')).toHaveCount(0)
    await undoInToast(page, w, w('book_deleted'))
    await tabAndPress(page, row(page, 'Kifo').getByRole('link'))
    await expect(heading(page)).toHaveText('Kifo')

    // A version of its history, by a field.
    await tabAndPress(page, button(page, w('book_version_open')))
    await tabAndPress(page, button(page, w('book_version_restore_field', { field: w('book_title') })))
    await expect(heading(page)).toHaveText('Kifo Kisimani')

    // The trash: a filter of the list, with what was searched for.
    await deleteShown(page, w, 'book_delete')
    await expect(toast(page, w('book_deleted'))).toBeVisible()
    await tabAndPress(page, main(page).getByRole('link', { name: w('trash_link'), exact: true }))
    await expect(heading(page)).toHaveText(w('trash_title'))
    await expect(page.getByLabel(w('trash_search_label'))).toHaveValue(author)
    await expect(books(page)).toHaveCount(1)
    await tabAndPress(page, row(page, 'Kifo').getByRole('checkbox'), 'Space')
    await tabAndPress(page, button(page, w('trash_restore')))
    await expect(books(page)).toHaveCount(0)
    await expect(heading(page)).toBeFocused()
    expect(await findBook(page, author)).toMatchObject({ id, title: 'Kifo Kisimani' })
  },
)

test(
  'The activity is narrowed, opened and taken back by keyboard alone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const stem = `Nyumba${Date.now()}`
    for (const which of ['moja', 'mbili', 'tatu']) await addBook(page, { title: `${stem} ya ${which}` })
    await open(page, '/manager/activity')
    await tabTo(page, main(page).getByRole('searchbox'))
    await page.keyboard.type(stem)
    await expect(page).toHaveURL(`/manager/activity?searchTerm=${stem}`)
    const rows = main(page)
      .getByRole('region', { name: w('activity_title') })
      .getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await tabTo(page, main(page).getByRole('combobox', { name: w('activity_kind') }))
    await page.keyboard.type(w('activity_kind_create'))
    await expect(page).toHaveURL(/[?&]change=create/)
    await tabAndPress(page, button(page, w('activity_open')))
    await expect(main(page).getByText(`${stem} ya mbili`)).toBeVisible()
    await tabAndPress(page, button(page, w('undo_burst')))
    await expect(page.getByText(w('undo_burst_done', { count: 3, shown: '3' }))).toBeVisible()
    await expect(rows.locator(':scope:focus')).toHaveCount(1)
  },
)

test(
  'A user is impersonated with a reason, deleted and restored by keyboard alone, and the security log has it',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir }) => {
    const juma = makeUser(newWord())
    await addPeople(dataDir, [juma])
    await open(page, `/manager/users/${juma.id}`)
    await tabAndPress(page, button(page, w('user_impersonate')))
    await tabTo(page, page.getByLabel(w('user_impersonate_reason')))
    await page.keyboard.type('Asked for help')
    await page.keyboard.press('Enter')
    const end = page.getByRole('button', { name: w('impersonation_end') })
    await tabAndPress(page, end)
    await expect(end).toHaveCount(0)

    await open(page, `/manager/users/${juma.id}`)
    await deleteShown(page, w, 'user_delete')
    await undoInToast(page, w, w('user_deleted'))
    await expect(page.getByText(w('user_trash_restored', { count: 1, shown: 1 }))).toBeVisible()
    // Where it was before the toasts, while there still is one.
    await expect(main(page).locator(':focus')).toHaveCount(1, { timeout: 5000 })

    await open(page, '/manager/activity')
    await tabAndPress(page, main(page).getByRole('link', { name: w('security_title') }))
    await expect(heading(page)).toHaveText(w('security_title'))
    await tabTo(page, main(page).getByRole('searchbox'))
    await page.keyboard.type(juma.email)
    await expect(
      main(page)
        .getByText(/Asked for help/)
        .first(),
    ).toBeVisible()
  },
)
