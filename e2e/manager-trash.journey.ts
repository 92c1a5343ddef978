import type { Page } from '@playwright/test'
import { addBook } from './books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { books, expect, heading, open } from './test.ts'
import type { Words } from './words.ts'

const BOOKS = '/manager/books'
const row = (page: Page, title: string) => books(page).filter({ hasText: title })

/** Adds books of a unique author and shows their list; returns the author. */
async function openOwn(page: Page, titles: readonly string[]): Promise<string> {
  const author = `Author${crypto.randomUUID().slice(0, 8)}`
  await open(page, BOOKS)
  for (const title of titles) await addBook(page, { title, author })
  await open(page, `${BOOKS}?searchTerm=${author}`)
  await expect(books(page)).toHaveCount(titles.length)
  return author
}

async function deleteShown(page: Page, w: Words, answer: 'trash_move' | 'trash_delete'): Promise<void> {
  await page.getByRole('button', { name: w('book_delete'), exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toHaveAccessibleDescription(w('book_delete_text'))
  await dialog.getByRole('button', { name: w(answer), exact: true }).click()
  await expect(page.getByText(w('book_deleted'), { exact: true })).toBeVisible()
}

test('A deleted book is taken back by the keyboard', { tag: ['@phone', '@desktop'] }, async ({ page, w }) => {
  await openOwn(page, ['Fallen', 'Standing'])
  await row(page, 'Fallen').getByRole('link').click()
  await expect(heading(page)).toHaveText('Fallen')
  await deleteShown(page, w, 'trash_move')
  await expect(row(page, 'Fallen')).toHaveCount(0)
  const undo = page.getByRole('button', { name: w('trash_undo'), exact: true })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(w('trash_restored_one'))).toBeVisible()
  await expect(row(page, 'Fallen')).toBeVisible()
})
