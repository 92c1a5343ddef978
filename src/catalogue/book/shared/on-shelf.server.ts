import type { SQL } from 'drizzle-orm'
import { serverSlices, type BookShelf } from '#kit/slice.server.ts'

/** What is known of the copies of books, where a floor has them. */
const shelf = (): BookShelf | undefined => serverSlices().find(({ bookShelf }) => bookShelf)?.bookShelf

/** Whether a copy of the book is on the shelf. */
export const isOnShelf = (): SQL | undefined => shelf()?.hasFreeCopy()
/** The version of what is on the shelf. */
export const shelfVersion = (): string => shelf()?.version() ?? ''

/** The id of the book with the copy whose label a search is. */
export const bookByLabel = async (searchTerm: string): Promise<string | undefined> =>
  (await shelf()?.labelled(searchTerm))?.bookId

/** A page of books with the copies of each, where the library has copies. */
export async function withCopies<Book extends { id: string }, Page extends { items: Book[] }>(page: Page) {
  const copies = page.items.length === 0 ? undefined : await shelf()?.copiesOf(page.items.map(({ id }) => id))
  return copies ? { ...page, items: page.items.map((one) => ({ ...one, copies: copies.get(one.id) })) } : page
}

/** A page of books; the one that was found by the label of a copy says so. */
export async function withLabel<Book extends { id: string }, Page extends { items: Book[] }>(
  page: Page,
  searchTerm: string,
) {
  const named = page.items.length === 0 ? undefined : await shelf()?.labelled(searchTerm)
  if (!named) return page
  return { ...page, items: page.items.map((one) => (one.id === named.bookId ? { ...one, label: named.number } : one)) }
}
