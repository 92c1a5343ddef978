import type { BookFilter } from './book-search.schema.ts'

// Which lists of books a device can make without a connection.

/** The filters of which a device knows nothing: a list with one is not made there. It has a condition for all others. */
const NOT_OFFLINE = ['subject', 'availability', 'origin', 'importId'] as const

/** Which books a list shows that is made on a device. */
export type OfflineFilter = Omit<BookFilter, 'searchTerm' | (typeof NOT_OFFLINE)[number]>

/** The orders of readers' lists, and by the number in the series. */
const OFFLINE_SORTS = ['title', 'author', 'added', 'year', 'year-asc', 'shelfMark', 'volume'] as const
export type OfflineSort = (typeof OFFLINE_SORTS)[number]

export interface OfflineQuery extends OfflineFilter {
  search?: string | undefined
  sort?: OfflineSort | undefined
  /** Where the list begins, or `#`, by title or author; passed over in a search. */
  letter?: string | undefined
  /** Books to pass over. */
  offset?: number | undefined
  /** Books, at most. */
  limit: number
}

/** Whether a device can make a list: not with a filter that it does not know, nor in an order of managers. */
export const isOfflineList = <List extends { sort?: string | undefined } & Omit<BookFilter, 'searchTerm'>>(
  list: List,
): list is List & { sort?: OfflineSort | undefined } =>
  NOT_OFFLINE.every((name) => list[name] === undefined) && OFFLINE_SORTS.some((sort) => sort === (list.sort ?? 'title'))
