import type { Locator, Page } from '@playwright/test'
import type { Words } from './words.ts'

export const NEW_BOOK = '/manager/books/new'

type Field = 'book_title' | 'book_author' | 'book_genre' | 'book_publisher'

/** A field of the book form. */
export const bookField = (page: Page, w: Words, key: Field): Locator =>
  page.getByRole('main').getByRole(key === 'book_title' ? 'textbox' : 'combobox', { name: w(key), exact: true })

export const saveButton = (page: Page, w: Words): Locator =>
  page.getByRole('button', { name: w('book_save'), exact: true })

export const anotherButton = (page: Page, w: Words): Locator =>
  page.getByRole('button', { name: w('book_save_another'), exact: true })

export const leaveQuestion = (page: Page, w: Words): Locator =>
  page.getByRole('alertdialog', { name: w('unsaved_title') })

/** A unique title. */
export const newTitle = (): string => `Shelf ${crypto.randomUUID()}`
