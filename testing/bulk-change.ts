import { expect, type Locator, type Page } from '@playwright/test'
import type { Words } from './words.ts'

/** "3 books". */
export const counted = (w: Words, count: number): string => w('activity_books', { count, shown: count })

/** Opens the form that changes the selected books. */
export async function openChange(page: Page, w: Words): Promise<Locator> {
  await page
    .getByRole('main')
    .getByRole('button', { name: w('books_change'), exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

/** Sets the genre of the selected books, of which `count` have another; '' clears it. */
export async function changeGenre(page: Page, w: Words, genre: string, count: number): Promise<void> {
  const dialog = await openChange(page, w)
  await dialog.getByRole('combobox', { name: w('book_genre'), exact: true }).fill(genre)
  // Closes the list of genres.
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: w('books_preview') }).click()
  await dialog.getByRole('button', { name: w('books_change_do', { books: counted(w, count) }) }).click()
  await expect(dialog).toHaveCount(0)
}
