import { expect, type Locator, type Page } from '@playwright/test'
import { addBook, deleteBook, findBook } from '../e2e/books-api.ts'
import { changeGenre, openChange } from '../e2e/bulk-change.ts'
import { books, open } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import { MANAGER_BOOK_FORM_SCREENS } from './manager-book-form-screens.ts'
import type { Screen } from './screen.ts'

const boxes = (page: Page) => books(page).getByRole('checkbox')

async function selectThree(page: Page, w: Words): Promise<void> {
  await boxes(page).nth(1).click()
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText(w('books_selected', { count: 3, shown: 3 }))).toBeVisible()
}

/** Selects all books shown, and asks to replace a word in their titles. */
async function fillReplacement(page: Page, w: Words): Promise<Locator> {
  await page.getByLabel(w('books_select_all')).check()
  const dialog = await openChange(page, w)
  await dialog.getByLabel(w('books_change_what')).selectOption(w('books_change_replace'))
  await dialog.getByLabel(w('books_replace_find')).fill('La')
  await dialog.getByLabel(w('books_replace_by')).fill('Une')
  return dialog
}

async function openBook(page: Page): Promise<void> {
  await books(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Les Misérables')
}

/** Books as managers see them. */
export const MANAGER_BOOK_SCREENS: Screen[] = [
  { name: 'manager-books', person: 'admin', path: '/manager/books' },
  { name: 'manager-books-search', person: 'admin', path: '/manager/books?searchTerm=la&sort=author' },
  { name: 'manager-books-publisher', person: 'admin', path: '/manager/books?publisher=Gallimard' },
  { name: 'manager-books-none', person: 'admin', path: '/manager/books?genreId=none&publisher=' },
  { name: 'manager-books-similar', person: 'admin', path: '/manager/books?searchTerm=miserbles' },
  { name: 'manager-books-nothing', person: 'admin', path: '/manager/books?searchTerm=zzzz' },
  { name: 'manager-books-selected', person: 'admin', path: '/manager/books', act: selectThree },
  {
    name: 'manager-books-publisher-choose',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      await page.getByRole('button', { name: w('books_publisher_all') }).click()
      await page.getByRole('combobox', { name: w('book_publisher') }).fill('pen')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'manager-books-export',
    person: 'admin',
    path: '/manager/books?searchTerm=la',
    act: async (page, w) => {
      await page.getByRole('button', { name: w('book_export'), exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'manager-books-change',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      await selectThree(page, w)
      await openChange(page, w)
    },
  },
  {
    name: 'manager-books-replace',
    person: 'admin',
    path: '/manager/books?searchTerm=la',
    act: async (page, w) => void (await fillReplacement(page, w)),
  },
  {
    name: 'manager-books-preview',
    person: 'admin',
    path: '/manager/books?searchTerm=la',
    act: async (page, w) => {
      const dialog = await fillReplacement(page, w)
      await dialog.getByRole('button', { name: w('books_preview') }).click()
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'manager-books-delete',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      await selectThree(page, w)
      await page.getByRole('button', { name: w('book_delete'), exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'manager-books-report',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      const author = `Bessie Head ${crypto.randomUUID().slice(0, 4)}`
      const titles = ['A Question of Power', 'Maru', 'When Rain Clouds Gather']
      for (const title of titles) await addBook(page, { title, author })
      await open(page, `/manager/books?searchTerm=${encodeURIComponent(author)}`)
      await page.getByLabel(w('books_select_all')).check()
      // Another user changes one of them first.
      await deleteBook(page, (await findBook(page, `${author} maru`)).id)
      await changeGenre(page, w, w('genre_poetry'), 2)
      // The page does not look again by itself, since pictures have no clock.
      await expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        await page.getByText(w('books_report_each')).click({ timeout: 500 })
      }).toPass({ timeout: 10_000 })
    },
  },
  {
    name: 'manager-books-undo-later',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      const author = `Assia Djebar ${crypto.randomUUID().slice(0, 4)}`
      for (const title of ['Les Alouettes naïves', 'L’Amour, la fantasia']) await addBook(page, { title, author })
      await open(page, `/manager/books?searchTerm=${encodeURIComponent(author)}`)
      await page.getByLabel(w('books_select_all')).check()
      await changeGenre(page, w, w('genre_novel'), 2)
      await expect(async () => {
        await open(page, '/manager/dashboard')
        await page
          .getByRole('button', { name: w('books_undo') })
          .first()
          .click({ timeout: 500 })
      }).toPass({ timeout: 10_000 })
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: w('common_cancel') })
        .click()
    },
  },
  { name: 'manager-book', person: 'admin', path: '/manager/books?searchTerm=miserables', act: openBook },
  {
    name: 'manager-book-delete',
    person: 'admin',
    path: '/manager/books?searchTerm=miserables',
    act: async (page, w) => {
      await openBook(page)
      await page.getByRole('button', { name: w('book_delete'), exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'manager-books-deleted',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      const author = `Bessie Head ${crypto.randomUUID().slice(0, 4)}`
      for (const title of ['A Question of Power', 'Maru', 'When Rain Clouds Gather']) {
        const { id } = await addBook(page, { title, author })
        await deleteBook(page, id)
      }
      await addBook(page, { title: 'Maru', author })
      await open(page, '/manager/books/deleted')
      await boxes(page).nth(1).click()
      await page.getByRole('button', { name: w('trash_restore'), exact: true }).click()
      await expect(page.getByText(w('trash_collided', { title: 'Maru' }))).toBeVisible()
      await boxes(page).first().click()
    },
  },
  {
    name: 'manager-books-trash-merge',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      const author = `Bessie Head ${crypto.randomUUID().slice(0, 4)}`
      const { id } = await addBook(page, { title: 'Maru', author, publisher: 'Heinemann' })
      await deleteBook(page, id)
      await addBook(page, { title: 'MARU', author })
      await open(page, `/manager/books/${id}`)
      await page.getByRole('button', { name: w('trash_restore'), exact: true }).click()
      await page.getByRole('button', { name: w('duplicates_merge') }).click()
      await expect(page.getByRole('button', { name: w('trash_merge_submit') })).toBeVisible()
    },
  },
  { name: 'manager-book-missing', person: 'admin', path: '/manager/books/hobbit' },
  ...MANAGER_BOOK_FORM_SCREENS,
]
