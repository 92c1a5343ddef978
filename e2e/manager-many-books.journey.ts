import { bookField, NEW_BOOK } from '../testing/book-form.ts'
import { findBooks } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, open } from './test.ts'

const BOOKS = 8

test('Books are entered one after the other by keyboard alone', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, NEW_BOOK)
  const author = `Keyboard ${crypto.randomUUID().slice(0, 8)}`
  const title = bookField(page, w, 'book_title')
  await expect(title).toBeFocused()
  for (let book = 1; book <= BOOKS; book++) {
    await page.keyboard.type(`Volume ${book} of the shelf`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(author)
    await page.keyboard.press('Tab')
    await page.keyboard.type('nov')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Heinemann')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(title).toBeFocused()
    for (const field of await page.locator('form input').all()) await expect(field).toHaveValue('')
  }
  const saved = await findBooks(page, author)
  expect(saved).toHaveLength(BOOKS)
  expect(saved.every(({ genre, publisher }) => genre?.name === 'Novel' && publisher === 'Heinemann')).toBe(true)
  await expect(
    page.getByRole('main').getByText(w('book_saved', { title: `Volume ${BOOKS} of the shelf` })),
  ).toBeVisible()
})
