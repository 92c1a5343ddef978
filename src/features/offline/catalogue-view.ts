import type { BookSummary } from '#features/book/book.schema.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import type { CatalogueColumns } from './catalogue-columns.ts'
import { countLetters, type LettersQuery } from './search/catalogue-letters.ts'
import type { RowIndices } from './search/catalogue-search.ts'
import { bookAt, rowIndicesOf, plainGenre, type CatalogueFilter, type CatalogueQuery } from './search/catalogue-list.ts'
import { indexOfId } from './index-of-id.ts'

/** The catalogue on this phone, as it was when it was last refreshed. */
export interface OfflineCatalogue {
  /** Books. */
  count: number
  /** When the server was last asked. */
  refreshedAt: Date
  /** All genres, and how many books each has. */
  genres: (Genre & { bookCount: number })[]
  /** The book with this id, or the only one whose id begins so; undefined without one. */
  get: (id: string) => BookSummary | undefined
  /** The books that the server's list would have, in its order; `total` counts all, from the letter on. */
  list: (query: CatalogueQuery) => { books: BookSummary[]; total: number }
  /** The offset behind a book of a list; undefined if the list does not have it. */
  offsetAfter: (query: Omit<CatalogueQuery, 'offset' | 'limit'>, id: string) => number | undefined
  /** Books that a search with typos may have meant, as the server's. */
  similar: (search: string, filter: CatalogueFilter) => Promise<BookSummary[]>
  /** The letters of a list by title or author, in its order, `#` first, and how many books each has. */
  letters: (query: LettersQuery) => { letter: string; count: number }[]
}

/** The view of some columns that pages work with. */
export function catalogueView(columns: CatalogueColumns, refreshedAt: Date): OfflineCatalogue {
  const counts = columns.genres.map(() => 0)
  for (const one of columns.genreOf) if (one > 0) counts[one - 1] = (counts[one - 1] ?? 0) + 1
  // The list that was asked for last: its next page is asked for next.
  let last: { key: string; indices: RowIndices } | undefined
  const indicesOf = (query: Omit<CatalogueQuery, 'offset' | 'limit'>): RowIndices => {
    const key = JSON.stringify([query.search, query.genreId, query.author, query.publisher, query.sort, query.letter])
    if (last?.key !== key) last = { key, indices: rowIndicesOf(columns, query) }
    return last.indices
  }
  return {
    count: columns.ids.length,
    refreshedAt,
    genres: columns.genres.map((genre, at) => ({ ...plainGenre(genre), bookCount: counts[at] ?? 0 })),
    get: (id) => {
      const at = indexOfId(columns.ids, id)
      return at === undefined ? undefined : bookAt(columns, at)
    },
    list: ({ offset = 0, limit, ...query }) => {
      const indices = indicesOf(query)
      const page = indices.slice(offset, Math.min(offset + limit, indices.length))
      return { books: Array.from(page, (at) => bookAt(columns, at)), total: indices.length }
    },
    offsetAfter: (query, id) => {
      const at = indexOfId(columns.ids, id)
      const indices = indicesOf(query)
      const index = at === undefined ? -1 : Array.from(indices.slice(0, indices.length)).indexOf(at)
      return index < 0 ? undefined : index + 1
    },
    // Few searches are mistyped.
    similar: async (search, filter) =>
      (await import('./search/catalogue-similar.ts')).similarBooks(columns, search, filter),
    letters: (query) => countLetters(columns, query),
  }
}
