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
import { userTrashRouter } from './user-trash.router.server.ts'

const listDeletedUsers = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashListInputSchema>) => input)
  .handler(({ data }) => callProcedure(userTrashRouter.list, data))

const countDeletedUsers = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof trashFilterSchema>) => input)
  .handler(({ data }) => callProcedure(userTrashRouter.count, data))

const getDeletedUser = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(userTrashRouter.get, data))

/** Restores users from the trash. */
export const restoreDeletedUsers = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(userTrashRouter.restore, data))

/** Deletes users of the trash for good. */
export const deleteDeletedUsers = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashIdsSchema>) => input)
  .handler(({ data }) => callProcedure(userTrashRouter.remove, data))

/** Deletes all users for good who were deleted until a moment. */
export const emptyUserTrash = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof trashUntilSchema>) => input)
  .handler(({ data }) => callProcedure(userTrashRouter.empty, data))

/** The deleted users of a search, page by page. */
export const userTrashQuery = (searchTerm: string) =>
  growingQuery(['user', 'trash', searchTerm], (page, signal) =>
    listDeletedUsers({ data: { searchTerm, ...page }, ...(signal && { signal }) }),
  )

/** The number of deleted users of a search. */
export const userTrashTotalQuery = (searchTerm: string) =>
  totalQuery(['user', 'trash', searchTerm], (signal) => countDeletedUsers({ data: { searchTerm }, signal }))

/** A deleted user; null for one who is not in the trash. */
export const deletedUserQuery = (id: string) =>
  queryOptions({ queryKey: ['user', 'deleted', id], queryFn: ({ signal }) => getDeletedUser({ data: { id }, signal }) })
