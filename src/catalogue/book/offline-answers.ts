import { draftWith } from '#base/lib/fields-of.ts'
import { PAGE_SIZE } from '#base/lib/list/page-input.ts'
import type { GrowingPage } from '#base/lib/list/growing-query.ts'
import { authorsOf } from './shared/book-author.ts'
import { BATCH_SIZE, BATCH_SPAN, NEW_COUNT, spreadNew } from './list/spread-new.ts'
import type { Book, BookInput, BookSummary, ListedBook, RelatedBooks } from './book.schema.ts'
import type { KeptBooks } from './shared/offline-books.ts'
import { isOfflineList } from './search/offline-list.schema.ts'
import { bookFields } from './book-fields.words.ts'
import type { BookFilter, BookSort, LetteredSort } from './search/book-search.schema.ts'

// Answers of the books that a reader's device keeps, in the form of the server's.

/** Books of a row of covers. */
const MOST_RELATED = 12

interface OfflineListInput extends Omit<BookFilter, 'searchTerm'> {
  searchTerm?: string | undefined
  sort?: BookSort | undefined
  letter?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const CURSOR = 'offline:'

/** Whether a page follows one that came from the offline catalogue: the server does not know its cursor. */
export const isOfflineCursor = (cursor: string | undefined): boolean => cursor?.startsWith(CURSOR) === true

/**
 * A page of a list of books. Undefined for lists that readers do not have. Behind a cursor of the server the list goes on
 * after `last`, the book before that page; undefined where that is not known, or not in the offline list.
 */
export function offlineList(
  kept: KeptBooks,
  input: OfflineListInput,
  last?: { id: string },
): GrowingPage<BookSummary> | undefined {
  if (!isOfflineList(input)) return undefined
  const { searchTerm: search, cursor, limit = PAGE_SIZE, ...list } = input
  const query = { ...list, search }
  const offset = offsetOf(cursor) ?? (last && kept.offsetAfter(query, last.id))
  if (offset === undefined) return undefined
  const { books, total } = kept.list({ ...query, offset, limit })
  const end = offset + books.length
  return { items: books, nextCursor: end < total ? `${CURSOR}${end}` : null, total }
}

/** The offset of a cursor of the offline catalogue; undefined for one of the server. */
function offsetOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0
  return isOfflineCursor(cursor) ? Number(cursor.slice(CURSOR.length)) : undefined
}

/** The number of books of a list. */
export const offlineTotal = (kept: KeptBooks, input: OfflineListInput): { total: number } | undefined => {
  const page = offlineList(kept, { ...input, limit: 0 })
  return page && { total: page.total ?? 0 }
}

/** Books that a search may have meant, and the words without which they were found. */
export const offlineSimilar = async (
  kept: KeptBooks,
  { searchTerm = '', ...filter }: BookFilter,
): Promise<{ items: ListedBook[]; without: string[] }> => {
  if (!isOfflineList(filter)) return { items: [], without: [] }
  const { books, without } = await kept.similar(searchTerm, filter)
  return { items: books, without }
}

/** The letters at which a list can begin. */
export function offlineLetters(
  kept: KeptBooks,
  filter: Omit<BookFilter, 'searchTerm'>,
  sort: LetteredSort,
): { letters: string[] } | undefined {
  const list = { ...filter, sort }
  return isOfflineList(list) ? { letters: kept.letters(list).map(({ letter }) => letter) } : undefined
}

/** New books, as on the reader's first page. */
export const offlineNewest = (kept: KeptBooks): { items: BookSummary[]; total: number } => {
  const batches: BookSummary[][] = []
  for (let offset = 0; offset < kept.count && batches.length < NEW_COUNT;) {
    const { books } = kept.list({ sort: 'added', offset, limit: BATCH_SIZE })
    const hour = hourOf(books[0])
    batches.push(books.filter((one) => hourOf(one) === hour))
    offset = firstBefore(kept, hour, offset)
  }
  return { items: spreadNew(batches), total: kept.count }
}

const hourOf = (book: BookSummary | undefined): number => Math.floor((book ? addedAt(book) : 0) / BATCH_SPAN)

/** Where the books begin that were added before an hour, behind one that was added in it. */
function firstBefore(kept: KeptBooks, hour: number, inside: number): number {
  let [from, to] = [inside + 1, kept.count]
  while (from < to) {
    const middle = (from + to) >> 1
    if (hourOf(kept.list({ sort: 'added', offset: middle, limit: 1 }).books[0]) < hour) to = middle
    else from = middle + 1
  }
  return from
}

/** When a book was added: when its id was made (the first 48 bits of a UUID of version 7), in milliseconds. */
const addedAt = ({ id }: BookSummary): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** What the page of a book takes apart where it is not known. Other fields are absent, which reads like an empty one. */
const EMPTY: Partial<BookInput> = { subjects: [], summary: '', details: [] }

/** A book. Fields that the offline catalogue does not have are blank, and its times are when it was added. */
export function offlineBook(kept: KeptBooks, id: string): Book | undefined {
  const book = kept.get(id)
  if (!book) return undefined
  const at = new Date(addedAt(book))
  const { genreId: _, ...blank } = draftWith<BookInput>(bookFields, (field) => EMPTY[field])
  return { ...blank, ...book, version: 1, isSample: false, createdAt: at, updatedAt: at }
}

/** Books to read next: of the same series, by the same author, and of the same genre. */
export function offlineRelated(kept: KeptBooks, id: string): RelatedBooks {
  const book = kept.get(id)
  if (!book) return { inSeries: [], byAuthor: [], inGenre: [], more: [] }
  const seen = new Set([book.id])
  const take = (books: BookSummary[]): BookSummary[] => {
    const taken = books.filter((one) => !seen.has(one.id)).slice(0, MOST_RELATED)
    for (const one of taken) seen.add(one.id)
    return taken
  }
  const inSeries = take(kept.inSeries(book, MOST_RELATED))
  const [author] = authorsOf(book.author)
  const limit = MOST_RELATED + 1
  const byAuthor = author === undefined ? [] : take(kept.list({ author, limit: limit + inSeries.length }).books)
  const inGenre = book.genre
    ? take(kept.list({ genreId: book.genre.id, sort: 'added', limit: limit + seen.size }).books)
    : []
  return { inSeries, byAuthor, inGenre, more: [] }
}
