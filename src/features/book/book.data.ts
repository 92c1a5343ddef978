import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { run } from '#rpc/run.server.ts'
import { bookRouter } from './book.router.server.ts'
import type { BookFilter, BookListInput } from './book.schema.ts'

const MINUTE = 60_000

export const listBooks = createServerFn({ method: 'GET' })
  .validator((input: BookListInput) => input)
  .handler(({ data }) => run(bookRouter.listPage, data))

export const countBooks = createServerFn({ method: 'GET' })
  .validator((input: BookFilter) => input)
  .handler(({ data }) => run(bookRouter.count, data))

export const listSimilarBooks = createServerFn({ method: 'GET' })
  .validator((input: BookFilter) => input)
  .handler(({ data }) => run(bookRouter.listSimilar, data))

export const getBook = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => run(bookRouter.get, data))

export const listNewBooks = createServerFn({ method: 'GET' }).handler(() => run(bookRouter.listNew, {}))

export const listRelatedBooks = createServerFn({ method: 'GET' })
  .validator((input: { id: string; genreId: string | null }) => input)
  .handler(({ data }) => run(bookRouter.listRelated, data))

/** The list that grows by 'Load more'. Kept for half an hour, so that Back finds it as it was left. */
export const booksQuery = (filter: Pick<BookListInput, 'searchTerm' | 'genreId'>) =>
  infiniteQueryOptions({
    queryKey: ['book', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      listBooks({ data: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  })

export const bookQuery = (id: string) =>
  queryOptions({ queryKey: ['book', 'get', id], queryFn: () => getBook({ data: { id } }), staleTime: MINUTE })

export const newBooksQuery = queryOptions({
  queryKey: ['book', 'new'],
  queryFn: () => listNewBooks(),
  staleTime: MINUTE,
})

export const relatedBooksQuery = (id: string, genreId: string | null) =>
  queryOptions({
    queryKey: ['book', 'related', id, genreId],
    queryFn: () => listRelatedBooks({ data: { id, genreId } }),
    staleTime: 5 * MINUTE,
  })
