import { expect, type Page } from '@playwright/test'
import { addBook, changeBook, findBook } from '../e2e/books-api.ts'
import { open } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const NEW = '/manager/books/new'

const field = (page: Page, w: Words, key: 'book_title' | 'book_author' | 'book_genre' | 'book_publisher') =>
  page.getByRole('main').locator('form').getByLabel(w(key), { exact: true }).and(page.locator('input'))

/** Opens the form of an existing book. */
async function openUpdate(page: Page): Promise<string> {
  const { id } = await findBook(page, 'une si longue lettre')
  await open(page, `/manager/books/${id}/update`)
  return id
}

async function typeTwin(page: Page, w: Words): Promise<void> {
  await field(page, w, 'book_title').fill('Une si longue letre')
  await field(page, w, 'book_author').fill('Mariama Bâ')
  await expect(page.getByRole('main').getByRole('link', { name: 'Une si longue lettre' })).toBeVisible()
}

/** The form of a new and of an existing book. */
export const MANAGER_BOOK_FORM_SCREENS: Screen[] = [
  { name: 'manager-book-new', person: 'admin', path: NEW },
  {
    name: 'manager-book-typed',
    person: 'admin',
    path: NEW,
    act: async (page, w) => {
      await typeTwin(page, w)
      await field(page, w, 'book_author').pressSequentially(' ')
      await field(page, w, 'book_author').fill('Mariama')
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'manager-book-twin',
    person: 'admin',
    path: NEW,
    act: async (page, w) => {
      await typeTwin(page, w)
      await field(page, w, 'book_genre').click()
    },
  },
  {
    name: 'manager-book-refused',
    person: 'admin',
    path: NEW,
    act: async (page, w) => {
      await field(page, w, 'book_title').fill('Une si longue lettre')
      await field(page, w, 'book_author').fill('Mariama Bâ')
      await page.getByRole('button', { name: w('book_save'), exact: true }).click()
      await expect(page.getByText(w('title_taken'))).toBeVisible()
      await expect(page.getByText(w('error_BOOK_TAKEN'))).toBeVisible()
    },
  },
  {
    name: 'manager-book-another',
    person: 'admin',
    path: NEW,
    act: async (page, w) => {
      await field(page, w, 'book_title').fill(`Maru, a novel (${crypto.randomUUID().slice(0, 4)})`)
      await field(page, w, 'book_author').fill('Bessie Head')
      await page.getByRole('button', { name: w('book_save_another'), exact: true }).click()
      await expect(field(page, w, 'book_title')).toHaveValue('')
    },
  },
  {
    name: 'manager-book-edit',
    person: 'admin',
    path: '/manager/books/new',
    act: async (page) => void (await openUpdate(page)),
  },
  {
    name: 'manager-book-conflict',
    person: 'admin',
    path: NEW,
    act: async (page, w) => {
      const { id } = await addBook(page, {
        title: `Maru, a novel (${crypto.randomUUID().slice(0, 4)})`,
        author: 'Bessie Hed',
      })
      await open(page, `/manager/books/${id}/update`)
      await field(page, w, 'book_title').fill('Maru')
      await field(page, w, 'book_publisher').fill('Heinemann African Writers Series')
      await changeBook(page, id, { author: 'Bessie Head', publisher: 'Heinemann' })
      await page.getByRole('button', { name: w('book_save'), exact: true }).click()
      await expect(page.getByRole('button', { name: w('conflict_save') })).toBeVisible()
    },
  },
  {
    name: 'manager-book-leave',
    person: 'admin',
    path: NEW,
    act: async (page, w) => {
      await field(page, w, 'book_title').fill('Maru')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
