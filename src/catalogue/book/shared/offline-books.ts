import type { FoundWithout } from '#base/lib/search/left-out-words.ts'
import { createOfflineSource } from '#kit/offline/shared/offline-source.ts'
import type { Book, BookInput, BookSummary } from '../book.schema.ts'
import type { OfflineFilter, OfflineQuery } from '../search/offline-list.schema.ts'

/** A book with what a device keeps of it. */
type KeptBook = BookSummary & Pick<Book, 'series'> & Partial<Omit<BookInput, 'genreId'>>

/** The books that a device keeps, as they were when it last asked the server. */
export interface KeptBooks {
  /** Number of books. */
  count: number
  /** The languages that books have, as codes. */
  languages: () => string[]
  /** The book with this id; undefined without one. */
  get: (id: string) => KeptBook | undefined
  /** The books that the server's list would have, in its order; `total` counts all, from the letter on. */
  list: (query: OfflineQuery) => { books: BookSummary[]; total: number }
  /** The offset behind a book of a list; undefined if the list does not have it. */
  offsetAfter: (query: Omit<OfflineQuery, 'offset' | 'limit'>, id: string) => number | undefined
  /** Other books of the series in the order of volumes; of more than `most` those after the book, then those before it. */
  inSeries: (book: Pick<Book, 'id' | 'series'>, most: number) => BookSummary[]
  /** Books that a search may have meant, as the server finds them. */
  similar: (search: string, filter: OfflineFilter) => Promise<FoundWithout<BookSummary>>
  /** The letters of a list by title or author, in its order, `#` first, and how many books each has. */
  letters: (query: OfflineFilter & { sort?: 'title' | 'author' | undefined }) => { letter: string; count: number }[]
}

/** The books that this device keeps. */
export const offlineBooks = createOfflineSource<KeptBooks>()
