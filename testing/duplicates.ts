import { expect, type Page } from '@playwright/test'
import { addBook } from './books-api.ts'
import { open } from './sign-in.ts'

/** The groups of books that may be the same. */
export const groups = (page: Page) => page.getByRole('main').getByRole('article')

const BOOKS = [
  { title: 'The Hobbit', author: 'J. R. R. Tolkien', publisher: 'Allen & Unwin' },
  { title: 'Hobbit', author: 'Tolkien, J.R.R.' },
  { title: 'The Hobitt', author: 'J. R. R. Tolkien', publisher: 'Houghton Mifflin' },
  { title: 'Half of a Yellow Sun', author: 'Chimamanda Ngozi Adichie', publisher: 'Fourth Estate' },
  { title: 'Half of a Yelow Sun: A Novel', author: 'Adichie, Chimamanda N.', publisher: 'Anchor' },
  { title: 'موسم الهجرة إلى الشمال', author: 'الطيب صالح', publisher: 'دار العودة' },
  { title: 'موسم الهجره الى الشمال: رواية', author: 'صالح، الطيب' },
]

/** Adds a group of three and two pairs, unless they are there. */
export async function addDuplicates(page: Page): Promise<void> {
  for (const book of BOOKS) await addBook(page, book).catch(() => undefined)
}

/** Opens the page when the books of `addDuplicates` were compared. */
export const openDuplicates = (page: Page): Promise<void> =>
  expect(async () => {
    await open(page, '/manager/duplicates')
    await expect(groups(page)).toHaveCount(3, { timeout: 1000 })
    // The server looks for changed books every ten seconds.
  }).toPass({ timeout: 45_000, intervals: [2000] })
