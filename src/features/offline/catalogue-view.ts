import type { BookSummary } from '#features/book/book.schema.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import type { Catalogue } from './catalogue.ts'
import { countLetters, type LettersQuery } from './search/catalogue-letters.ts'
import {
  booksOf,
  isOfflineList,
  plainGenre,
  summaryOf,
  wholeOf,
  type CatalogueFilter,
  type CatalogueQuery,
  type OfflineWholeBook,
} from './search/catalogue-list.ts'
import type { BookList } from './search/catalogue-search.ts'
import type { FoundWithout } from '#lib/search/left-out-words.ts'

/** The catalogue on this phone, as it was when it was last refreshed. */
export interface OfflineCatalogue {
  /** Books. */
  count: number
  /** When the server was last asked. */
  refreshedAt: Date
  /** All genres, and how many books each has. */
  genres: (Genre & { bookCount: number })[]
  /** The languages that books have, as codes. */
  languages: () => string[]
  /** The book with this id; undefined without one. */
  get: (id: string) => OfflineWholeBook | undefined
  isOfflineList: typeof isOfflineList
  /** The books that the server's list would have, in its order; `total` counts all, from the letter on. */
  list: (query: CatalogueQuery) => { books: BookSummary[]; total: number }
  /** The offset behind a book of a list; undefined if the list does not have it. */
  offsetAfter: (query: Omit<CatalogueQuery, 'offset' | 'limit'>, id: string) => number | undefined
  /** Other books of the series in the order of volumes; of more than `most` those after the book, then those before it. */
  inSeries: (book: OfflineWholeBook, most: number) => BookSummary[]
  /** Books that a search may have meant, as the server's. */
  similar: (search: string, filter: CatalogueFilter) => Promise<FoundWithout<BookSummary>>
  /** The letters of a list by title or author, in its order, `#` first, and how many books each has. */
  letters: (query: LettersQuery) => { letter: string; count: number }[]
}

/** The view of a catalogue that pages work with. */
export function catalogueView(catalogue: Catalogue, refreshedAt: Date): OfflineCatalogue {
  const { genres, byId } = catalogue
  const counts = new Map<string | null, number>()
  for (const { genreId } of byId) counts.set(genreId, (counts.get(genreId) ?? 0) + 1)
  // The list that was asked for last: its next page is asked for next.
  let last: { key: string; books: BookList } | undefined
  const listOf = (query: Omit<CatalogueQuery, 'offset' | 'limit'>): BookList => {
    const key = JSON.stringify(query)
    if (last?.key !== key) last = { key, books: booksOf(catalogue, query) }
    return last.books
  }
  return {
    count: byId.length,
    refreshedAt,
    genres: genres.map((genre) => ({ ...plainGenre(genre), bookCount: counts.get(genre.id) ?? 0 })),
    languages: () => [...new Set(byId.flatMap(({ language }) => language ?? []))],
    get: (id) => {
      const found = byId.find((book) => book.id === id)
      return found && wholeOf(genres, found)
    },
    isOfflineList,
    list: ({ offset = 0, limit, ...query }) => {
      const books = listOf(query)
      return {
        books: books.slice(offset, offset + limit).map((book) => summaryOf(genres, book)),
        total: books.length,
      }
    },
    offsetAfter: (query, id) => {
      const books = listOf(query)
      const index = books.slice(0, books.length).findIndex((book) => book.id === id)
      return index < 0 ? undefined : index + 1
    },
    inSeries: ({ id, series }, most) => {
      if (series === '') return []
      const books = booksOf(catalogue, { series, sort: 'volume' })
      const all = books.slice(0, books.length)
      const at = all.findIndex((book) => book.id === id)
      const [before, after] = [all.slice(0, at), all.slice(at + 1)]
      const others = all.length > most + 1 ? [...after, ...before] : [...before, ...after]
      return others.map((book) => summaryOf(genres, book))
    },
    // Few searches are mistyped.
    similar: async (search, filter) =>
      (await import('./search/catalogue-similar.ts')).similarBooks(catalogue, search, filter),
    letters: (query) => countLetters(catalogue, query),
  }
}
