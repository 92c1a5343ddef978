import { queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { AppError } from '#base/errors/app-error.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { readOffline, withOfflineFallback } from '#kit/offline/offline-fallback.data.ts'
import { jsonMiddleware } from '#base/rpc/json-middleware.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import {
  offlineBook,
  isOfflineCursor,
  offlineLetters,
  offlineList,
  offlineNewest,
  offlineRelated,
  offlineSimilar,
  offlineTotal,
} from './offline-answers.ts'
import { bookRouter } from './book.router.server.ts'
import type { BookFilter, BookSort, LetteredSort } from './search/book-search.schema.ts'
import type { ListedBook, RowBook } from './book.schema.ts'
import { offlineBooks, type KeptBooks } from './shared/offline-books.ts'
import type { BookCountInput, BookLettersInput, BookListInput } from './list/book-list.schema.ts'

const MINUTE = 60_000
/** Milliseconds after which the page of a book shows what this device knows, until the server's answer comes. */
const SOON = 1000

const listBooks = createServerFn({ method: 'GET' })
  .middleware([jsonMiddleware])
  .validator((input: BookListInput) => input)
  .handler(({ data }) => callProcedure(bookRouter.listSummaries, data))

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

const findSimilarBooks = createServerFn({ method: 'GET' })
  .validator((input: BookFilter) => input)
  .handler(({ data }) => callProcedure(bookRouter.listSimilar, data))

const getBook = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookRouter.get, data))

const listNewBooks = createServerFn({ method: 'GET' }).handler(() => callProcedure(bookRouter.listNew, undefined))

const listRelatedBooks = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookRouter.listRelated, data))

/** The order of a list, and where it begins: at a letter, or after a page before. */
interface ListPosition {
  sort: BookSort
  letter?: string | undefined
  /** Cursor of the page before; the list begins behind it. */
  after?: string | undefined
}

/** The books of a filter, page by page, with the columns of a summary. */
export const booksQuery = (filter: BookFilter, position: ListPosition = { sort: 'title' }) =>
  growingQuery(['book', 'summaries', filter, position], (page, signal, last?: ListedBook) => {
    const { after, ...order } = position
    const input = { ...filter, ...order, ...(after !== undefined && { cursor: after }), ...page }
    const read = (kept: KeptBooks) => offlineList(kept, input, last)
    // What this device has begun it goes on with: the server does not know its cursors.
    if (isOfflineCursor(page.cursor)) return readOffline(offlineBooks, read)
    return withOfflineFallback(offlineBooks, () => listBooks({ data: input, ...(signal && { signal }) }), read)
  })

/** The letters with which the titles or authors of a filter begin, each with its number of books. */
export const bookLettersQuery = (filter: Omit<BookFilter, 'searchTerm'>, sort: LetteredSort) =>
  queryOptions({
    queryKey: ['book', 'letters', filter, sort],
    queryFn: ({ signal }) =>
      withOfflineFallback(
        offlineBooks,
        () => listBookLetters({ data: { ...filter, sort }, signal }),
        (kept) => offlineLetters(kept, filter, sort),
      ),
    staleTime: 5 * MINUTE,
  })

/** The books of a filter, page by page, with all columns, for a list of rows. Their total is `booksTotalQuery`. */
export const bookRowsQuery = (filter: BookFilter, sort: BookSort) =>
  growingQuery<RowBook>(['book', 'rows', filter, sort], (page, signal) =>
    listWholeBooks({ data: { ...filter, sort, ...page }, ...(signal && { signal }) }),
  )

/** The number of books of a filter; with a letter, from that letter on. */
export const booksTotalQuery = (filter: BookFilter, { sort, letter }: ListPosition = { sort: 'title' }) => {
  const input = letter === undefined ? filter : { ...filter, sort, letter }
  return totalQuery(['book', 'list', input], (signal) =>
    withOfflineFallback(
      offlineBooks,
      () => countBooks({ data: input, signal }),
      (kept) => offlineTotal(kept, input),
    ),
  )
}

/** With so many hits, similar books are not requested. */
const ENOUGH = 5

/** Whether a search has so few hits that similar books are requested: all are loaded and fewer than ENOUGH. */
export const wantsSimilar = ({ searchTerm = '' }: BookFilter, found: number, hasMore: boolean): boolean =>
  searchTerm !== '' && !hasMore && found < ENOUGH

/** Books that a search may have meant, without its exact hits, and the words without which they were found. */
export const similarBooksQuery = (filter: BookFilter) =>
  queryOptions({
    queryKey: ['book', 'similar', filter],
    queryFn: ({ signal }) =>
      withOfflineFallback(
        offlineBooks,
        () => findSimilarBooks({ data: filter, signal }),
        (kept) => offlineSimilar(kept, filter),
      ),
    staleTime: 5 * MINUTE,
    // Optional: the page is complete without similar books.
    retry: false,
  })

/** One book. NOT_FOUND; BOOK_MERGED says what it has become part of. */
export const bookQuery = (id: string) =>
  queryOptions({
    queryKey: ['book', 'get', id],
    queryFn: ({ client, queryKey }) =>
      withOfflineFallback(
        offlineBooks,
        () => getBook({ data: { id } }),
        (kept) => offlineBook(kept, id),
        { after: SOON, onAnswer: (book) => client.setQueryData(queryKey, book) },
      ),
    staleTime: MINUTE,
  })

/** For `catch` in a loader: redirects to the book that a merged one has become part of, else as `throwNotFound`. */
export function followMerge(error: unknown, to: '/app/books/$id' | '/manager/books/$id', title?: string): never {
  if (error instanceof AppError && error.movedTo !== undefined)
    throw redirect({ to, params: { id: error.movedTo }, replace: true })
  return throwNotFound(error, title)
}

/** The newest books and the number of all, for the home page. */
export const newBooksQuery = queryOptions({
  queryKey: ['book', 'new'],
  queryFn: () =>
    withOfflineFallback(
      offlineBooks,
      () => listNewBooks(),
      (kept) => offlineNewest(kept),
    ),
  staleTime: MINUTE,
})

/** Books to read next; empty for an unknown book. */
export const relatedBooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['book', 'related', id],
    queryFn: ({ client, queryKey }) =>
      withOfflineFallback(
        offlineBooks,
        () => listRelatedBooks({ data: { id } }),
        (kept) => offlineRelated(kept, id),
        { after: SOON, onAnswer: (related) => client.setQueryData(queryKey, related) },
      ),
    staleTime: 5 * MINUTE,
  })
