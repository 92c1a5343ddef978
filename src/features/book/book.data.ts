import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { growingQuery, loadRows, totalQuery } from '#lib/growing-query.ts'
import { jsonMiddleware } from '#rpc/json-middleware.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { bookRouter } from './book.router.server.ts'
import type { BookFilter, BookSort, LetteredSort } from './search/book-search.schema.ts'
import type { BookCountInput, BookLettersInput, BookListInput } from './book.schema.ts'

const MINUTE = 60_000
/** Rows that a page can have at most. */
const PAGE_MAX = 100

const listBooks = createServerFn({ method: 'GET' })
  .middleware([jsonMiddleware])
  .validator((input: BookListInput) => input)
  .handler(({ data }) => callProcedure(bookRouter.listShelf, data))

const listWholeBooks = createServerFn({ method: 'GET' })
  .validator((input: BookListInput) => input)
  .handler(({ data }) => callProcedure(bookRouter.listPage, data))

const listBookLetters = createServerFn({ method: 'GET' })
  .middleware([jsonMiddleware])
  .validator((input: BookLettersInput) => input)
  .handler(({ data }) => callProcedure(bookRouter.listLetters, data))

const countBooks = createServerFn({ method: 'GET' })
  .validator((input: BookCountInput) => input)
  .handler(({ data }) => callProcedure(bookRouter.count, data))

const listSimilarBooks = createServerFn({ method: 'GET' })
  .validator((input: BookFilter) => input)
  .handler(({ data }) => callProcedure(bookRouter.listSimilar, data))

const getBook = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookRouter.get, data))

const listNewBooks = createServerFn({ method: 'GET' }).handler(() => callProcedure(bookRouter.listNew, {}))

const listRelatedBooks = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookRouter.listRelated, data))

/** The order of a list, and the letter that it begins at. */
interface ListPlace {
  sort: BookSort
  letter?: string | undefined
}

/** The books that a filter lets through, page by page, as they stand on a shelf. */
export const booksQuery = (filter: BookFilter, place: ListPlace = { sort: 'title' }) =>
  growingQuery(['book', 'shelf', filter, place], (cursor, signal) =>
    listBooks({ data: { ...filter, ...place, ...(cursor !== undefined && { cursor }) }, signal }),
  )

/** The letters at which a list can begin. */
export const bookLettersQuery = (filter: Omit<BookFilter, 'searchTerm'>, sort: LetteredSort) =>
  queryOptions({
    queryKey: ['book', 'letters', filter, sort],
    queryFn: ({ signal }) => listBookLetters({ data: { ...filter, sort }, signal }),
    staleTime: 5 * MINUTE,
  })

/** The same books whole, in an order, as a list of rows has them. Their total is that of `booksTotalQuery`. */
export const bookRowsQuery = (filter: BookFilter, sort: BookSort) =>
  growingQuery(['book', 'rows', filter, sort], (cursor, signal) =>
    listWholeBooks({ data: { ...filter, sort, ...(cursor !== undefined && { cursor }) }, signal }),
  )

/** The same rows at once, so many at most: for paper, and to do something to all of them. */
export const loadBooks = (filter: BookFilter, sort: BookSort, most: number, onProgress?: (count: number) => void) =>
  loadRows(
    (cursor) => listWholeBooks({ data: { ...filter, sort, limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) } }),
    most,
    onProgress,
  )

/** How many a filter lets through; from a letter on, where the list begins at one. */
export const booksTotalQuery = (filter: BookFilter, { sort, letter }: ListPlace = { sort: 'title' }) => {
  const asked = letter === undefined ? filter : { ...filter, sort, letter }
  return totalQuery(['book', 'list', asked], (signal) => countBooks({ data: asked, signal }))
}

/** Hits from which on nobody asks what else the search may have meant. */
const ENOUGH = 5

/** Whether a search has found so little that similar books are worth a look: it is all there, and less than five. */
export const wantsSimilar = ({ searchTerm = '' }: BookFilter, found: number, hasMore: boolean): boolean =>
  searchTerm !== '' && !hasMore && found < ENOUGH

export const similarBooksQuery = (filter: BookFilter) =>
  queryOptions({
    queryKey: ['book', 'similar', filter],
    queryFn: ({ signal }) => listSimilarBooks({ data: filter, signal }),
    staleTime: 5 * MINUTE,
    // Without them the search is answered as well.
    retry: false,
  })

export const bookQuery = (id: string) =>
  queryOptions({ queryKey: ['book', 'get', id], queryFn: () => getBook({ data: { id } }), staleTime: MINUTE })

export const newBooksQuery = queryOptions({
  queryKey: ['book', 'new'],
  queryFn: () => listNewBooks(),
  staleTime: MINUTE,
})

export const relatedBooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['book', 'related', id],
    queryFn: () => listRelatedBooks({ data: { id } }),
    staleTime: 5 * MINUTE,
  })
