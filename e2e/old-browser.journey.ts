import { bookField, newTitle, saveButton } from '../testing/book-form.ts'
import { addBook } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, heading, open } from './test.ts'
import { toast } from './toasts.ts'

/** Functions that the oldest of the browsers of `build.target` lack. */
const MISSING = [
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.fromAsync',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.withResolvers',
  'Promise.try',
  'URL.canParse',
  'URL.parse',
  'AbortSignal.any',
  'Set.prototype.union',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Iterator.prototype.map',
  'Iterator.prototype.filter',
  'Iterator.prototype.toArray',
  'Element.prototype.checkVisibility',
]

test(
  'A browser of 2022 lists, finds, changes and goes back',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, context }) => {
    await context.addInitScript((names) => {
      for (const path of names) {
        const parts = path.split('.')
        const name = parts.pop() ?? ''
        const owner: unknown = parts.reduce<unknown>((at, part) => Reflect.get(Object(at), part), globalThis)
        if (typeof owner === 'object' || typeof owner === 'function') Reflect.deleteProperty(Object(owner), name)
      }
    }, MISSING)
    const book = await addBook(page, { title: newTitle(), author: 'Bessie Hed' })
    await open(page, '/app')
    await page
      .getByRole('link', { name: w('nav_books'), exact: true })
      .first()
      .click()
    await expect(heading(page)).toHaveText(w('books_title'))
    await page.getByRole('searchbox').fill(book.title)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await open(page, `/manager/books?searchTerm=${book.title}`)
    await page.getByRole('link', { name: book.title }).click()
    await page.getByRole('link', { name: w('book_edit') }).click()
    await bookField(page, w, 'book_author').fill('Bessie Head')
    await saveButton(page, w).click()
    await expect(toast(page, w('book_updated'))).toBeVisible()
    await expect(heading(page)).toHaveText(book.title)
    await expect(page.getByRole('main')).toContainText('Bessie Head')
    for (const path of [
      '/manager/dashboard',
      '/manager/genres',
      '/manager/activity',
      '/manager/duplicates',
      '/app/account',
    ]) {
      await open(page, path)
      await expect(heading(page)).toBeVisible()
    }
  },
)
