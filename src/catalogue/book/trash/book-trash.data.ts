import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import type {
  trashFilterSchema,
  trashIdsSchema,
  trashListInputSchema,
  trashUntilSchema,
} from '#kit/trash/shared/trash.schema.ts'
import { bookTrashRouter } from './book-trash.router.server.ts'

const listTrash = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashListInputSchema>) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.list, data))

const countTrash = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashFilterSchema>) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.count, data))

const getDeletedBook = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.get, data))

const isDeletedBook = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.isDeleted, data))

/** Restores books from the trash. */
export const restoreDeletedBooks = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.restore, data))

/** Deletes books of the trash for good. */
export const deleteDeletedBooks = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.remove, data))

/** Deletes all books for good that were deleted until a moment. */
export const emptyBookTrash = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashUntilSchema>) => input)
  .handler(({ data }) => callProcedure(bookTrashRouter.empty, data))

/** The deleted books of a search, page by page. */
export const bookTrashQuery = (searchTerm: string) =>
  growingQuery(['book', 'trash', searchTerm], (page, signal) =>
    listTrash({ data: { searchTerm, ...page }, ...(signal && { signal }) }),
  )

/** The number of deleted books of a search. */
export const bookTrashTotalQuery = (searchTerm: string) =>
  totalQuery(['book', 'trash', searchTerm], (signal) => countTrash({ data: { searchTerm }, signal }))

/** A deleted book, for managers; null for one that is not in the trash. */
export const deletedBookQuery = (id: string) =>
  queryOptions({ queryKey: ['book', 'deleted', id], queryFn: ({ signal }) => getDeletedBook({ data: { id }, signal }) })

/** Whether a book is in the trash. */
export const isDeletedQuery = (id: string) =>
  queryOptions({
    queryKey: ['book', 'isDeleted', id],
    queryFn: ({ signal }) => isDeletedBook({ data: { id }, signal }),
  })
