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
import { copyTrashRouter } from './copy-trash.router.server.ts'
import type { copyRestorationSchema } from './copy-trash.schema.ts'

const listDeletedCopies = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashListInputSchema>) => input)
  .handler(({ data }) => callProcedure(copyTrashRouter.list, data))

const countDeletedCopies = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashFilterSchema>) => input)
  .handler(({ data }) => callProcedure(copyTrashRouter.count, data))

/** Restores copies from the trash. */
export const restoreDeletedCopies = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof copyRestorationSchema>) => input)
  .handler(({ data }) => callProcedure(copyTrashRouter.restore, data))

/** Deletes copies of the trash for good. */
export const deleteDeletedCopies = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(copyTrashRouter.remove, data))

/** Deletes all copies for good that were deleted until a moment. */
export const emptyCopyTrash = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashUntilSchema>) => input)
  .handler(({ data }) => callProcedure(copyTrashRouter.empty, data))

/** The deleted copies of a search, page by page. */
export const copyTrashQuery = (searchTerm: string) =>
  growingQuery(['copy', 'trash', searchTerm], (page, signal) =>
    listDeletedCopies({ data: { searchTerm, ...page }, ...(signal && { signal }) }),
  )

/** The number of deleted copies of a search. */
export const copyTrashTotalQuery = (searchTerm: string) =>
  totalQuery(['copy', 'trash', searchTerm], (signal) => countDeletedCopies({ data: { searchTerm }, signal }))
