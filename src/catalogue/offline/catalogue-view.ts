import type { OfflineQuery } from '#catalogue/book/search/offline-list.schema.ts'
import type { KeptBooks } from '#catalogue/book/shared/offline-books.ts'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import type { Catalogue } from './catalogue.ts'
import { countLetters } from './search/catalogue-letters.ts'
import { booksOf, plainGenre, summaryOf, wholeOf, type OfflineWholeBook } from './search/catalogue-list.ts'
import type { BookList } from './search/catalogue-search.ts'

/** The catalogue on this phone, as it was when it was last refreshed. */
export interface OfflineCatalogue extends KeptBooks {
  /** When the server was last asked. */
  refreshedAt: Date
  /** All genres, and how many books each has. */
  genres: (Genre & { bookCount: number })[]
  get: (id: string) => OfflineWholeBook | undefined
}

/** The view of a catalogue that pages work with. */
export function catalogueView(catalogue: Catalogue, refreshedAt: Date): OfflineCatalogue {
  const { genres, byId } = catalogue
  const counts = new Map<string | null, number>()
  for (const { genreId } of byId) counts.set(genreId, (counts.get(genreId) ?? 0) + 1)
  // The list that was asked for last: its next page is asked for next.
  let last: { key: string; books: BookList } | undefined
  const listOf = (query: Omit<OfflineQuery, 'offset' | 'limit'>): BookList => {
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
    // The code is loaded when it is needed: few searches are mistyped.
    similar: async (search, filter) =>
      (await import('./search/catalogue-similar.ts')).similarBooks(catalogue, search, filter),
    letters: (query) => countLetters(catalogue, query),
  }
}
