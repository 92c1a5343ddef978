import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import type {
  trashFilterSchema,
  trashIdsSchema,
  trashListInputSchema,
  trashUntilSchema,
} from '#kit/trash/shared/trash.schema.ts'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { borrowerTrashRouter } from './borrower-trash.router.server.ts'
import type { borrowerRestorationSchema } from './borrower-trash.schema.ts'

const listDeletedBorrowers = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashListInputSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerTrashRouter.list, data))

const countDeletedBorrowers = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashFilterSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerTrashRouter.count, data))

const getDeletedBorrower = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(borrowerTrashRouter.get, data))

/** Restores borrowers from the trash. */
export const restoreDeletedBorrowers = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof borrowerRestorationSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerTrashRouter.restore, data))

/** Erases borrowers of the trash. */
export const eraseDeletedBorrowers = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerTrashRouter.remove, data))

/** Erases all borrowers who were deleted until a moment. */
export const emptyBorrowerTrash = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashUntilSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerTrashRouter.empty, data))

/** The deleted borrowers of a search, page by page. */
export const borrowerTrashQuery = (searchTerm: string) =>
  growingQuery(['borrower', 'trash', searchTerm], (page, signal) =>
    listDeletedBorrowers({ data: { searchTerm, ...page }, ...(signal && { signal }) }),
  )

/** The number of deleted borrowers of a search. */
export const borrowerTrashTotalQuery = (searchTerm: string) =>
  totalQuery(['borrower', 'trash', searchTerm], (signal) => countDeletedBorrowers({ data: { searchTerm }, signal }))

/** A deleted borrower; null for one who is not in the trash. */
export const deletedBorrowerQuery = (id: string) =>
  queryOptions({
    queryKey: ['borrower', 'deleted', id],
    queryFn: ({ signal }) => getDeletedBorrower({ data: { id }, signal }),
  })
