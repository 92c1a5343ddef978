import type { OfflineCatalogue } from '#features/offline/local-copy.data.ts'
import { PAGE_SIZE } from '#lib/page-input.ts'
import type { GrowingPage } from '#lib/growing-query.ts'
import { BLANK } from './book-draft.ts'
import { authorsOf } from './shared/book-author.ts'
import type { Book, RelatedBooks, ShelfBook } from './book.schema.ts'
import type { BookFilter, BookSort, LetteredSort } from './search/book-search.schema.ts'

// Answers of a reader's local copy (features/offline), in the form of the server's.

/** Books of a row of covers. */
const SHELF = 12

interface AskedList extends Omit<BookFilter, 'searchTerm'> {
  searchTerm?: string | undefined
  sort?: BookSort | undefined
  letter?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const CURSOR = 'copy:'

/** Whether a page follows one that came from the copy: the server knows nothing of its place. */
export const isCopyCursor = (cursor: string | undefined): boolean => cursor?.startsWith(CURSOR) === true

/**
 * A page of a list of books. Undefined for lists that readers do not have. Behind a cursor of the server the list goes on
 * after `last`, the book before that page; undefined where that is not known, or not in the copy's list.
 */
export function listCopy(
  copy: OfflineCatalogue,
  asked: AskedList,
  last?: { id: string },
): GrowingPage<ShelfBook> | undefined {
  const { searchTerm: search, sort = 'title', letter, cursor, limit = PAGE_SIZE, genreId, author, publisher } = asked
  if (sort !== 'title' && sort !== 'author' && sort !== 'added') return undefined
  const query = { search, sort, letter, genreId, author, publisher }
  const offset = offsetOf(cursor) ?? (last && copy.placeAfter(query, last.id))
  if (offset === undefined) return undefined
  const { books, total } = copy.list({ ...query, offset, limit })
  const end = offset + books.length
  return { items: books, nextCursor: end < total ? `${CURSOR}${end}` : null, total }
}

/** The place of a cursor of the copy; undefined for one of the server. */
function offsetOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0
  return isCopyCursor(cursor) ? Number(cursor.slice(CURSOR.length)) : undefined
}

/** The number of books of a list. */
export const totalOfCopy = (copy: OfflineCatalogue, asked: AskedList): { total: number } | undefined => {
  const page = listCopy(copy, { ...asked, limit: 0 })
  return page && { total: page.total ?? 0 }
}

/** Books that a search with typos may have meant. */
export const similarOfCopy = (
  copy: OfflineCatalogue,
  { searchTerm = '', ...filter }: BookFilter,
): Promise<ShelfBook[]> => copy.similar(searchTerm, filter)

/** The letters at which a list can begin. */
export function lettersOfCopy(
  copy: OfflineCatalogue,
  filter: Omit<BookFilter, 'searchTerm'>,
  sort: LetteredSort,
): { letters: string[] } | undefined {
  if (sort !== 'title' && sort !== 'author') return undefined
  const { genreId, author, publisher } = filter
  return { letters: copy.letters({ genreId, author, publisher, sort }).map(({ letter }) => letter) }
}

/** The newest books, as on the reader's first page. */
export const newestOfCopy = (copy: OfflineCatalogue): { items: ShelfBook[]; total: number } => {
  const { books, total } = copy.list({ sort: 'added', limit: SHELF })
  return { items: books, total }
}

/**
 * A book. Fields that the copy does not have are blank. Nor has it times: a book was added when its id was made (the
 * first 48 bits of a UUID of version 7).
 */
export function bookOfCopy(copy: OfflineCatalogue, id: string): Book | undefined {
  const book = copy.get(id)
  if (!book) return undefined
  const at = new Date(Number.parseInt(book.id.replace('-', '').slice(0, 12), 16))
  const { genreId: _, ...blank } = BLANK
  return { ...blank, ...book, version: 1, isSample: false, createdAt: at, updatedAt: at }
}

/** Books to read next: of the same author, and of the same genre. */
export function relatedOfCopy(copy: OfflineCatalogue, id: string): RelatedBooks {
  const book = copy.get(id)
  if (!book) return { byAuthor: [], inGenre: [], more: [] }
  const others = (books: ShelfBook[]) => books.filter((one) => one.id !== book.id).slice(0, SHELF)
  const [author] = authorsOf(book.author)
  const byAuthor = author === undefined ? [] : copy.list({ author, limit: SHELF + 1 }).books
  const inGenre = book.genre ? copy.list({ genreId: book.genre.id, sort: 'added', limit: SHELF + 1 }).books : []
  const seen = new Set(byAuthor.map((one) => one.id))
  return { byAuthor: others(byAuthor), inGenre: others(inGenre.filter((one) => !seen.has(one.id))), more: [] }
}
