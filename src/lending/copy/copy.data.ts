import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { copyRouter } from './copy.router.server.ts'
import type { CopiesSearch } from './copy-search.schema.ts'
import type {
  copiesNewSchema,
  copyFilterSchema,
  copyListInputSchema,
  copyRemovalSchema,
  CopyUpdate,
} from './copy.schema.ts'

const listCopiesOfBook = createServerFn({ method: 'GET' })
  .validator((input: { bookId: string }) => input)
  .handler(({ data }) => callProcedure(copyRouter.listOfBook, data))

/** The copies of a book. */
export const copiesOfBookQuery = (bookId: string) =>
  queryOptions({ queryKey: ['copy', 'ofBook', bookId], queryFn: () => listCopiesOfBook({ data: { bookId } }) })

const listCopies = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof copyListInputSchema>) => input)
  .handler(({ data }) => callProcedure(copyRouter.listPage, data))

const countCopies = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof copyFilterSchema>) => input)
  .handler(({ data }) => callProcedure(copyRouter.count, data))

const listPlaces = createServerFn({ method: 'GET' }).handler(() => callProcedure(copyRouter.places, undefined))

/** The copies that a search finds, page by page. */
export const copiesQuery = (params: CopiesSearch) =>
  growingQuery(['copy', 'list', params], (page, signal) =>
    listCopies({ data: { ...params, ...page }, ...(signal && { signal }) }),
  )

/** The exact number of the copies that a search finds. */
export const copiesTotalQuery = (filter: Omit<CopiesSearch, 'sort'>) =>
  totalQuery(['copy', 'list', filter], (signal) => countCopies({ data: filter, signal }))

/** The places where copies stand. */
export const placesQuery = queryOptions({ queryKey: ['copy', 'places'], queryFn: () => listPlaces() })

/** Adds copies to a book. NUMBER_TAKEN at `number`, VALIDATION_ERROR at its fields. */
export const createCopies = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof copiesNewSchema>) => input)
  .handler(({ data }) => callProcedure(copyRouter.createMany, data))

/** Saves a copy; CONFLICT holds the current one as `theirs`. */
export const updateCopy = createServerFn({ method: 'POST' })
  .validator((input: CopyUpdate) => input)
  .handler(({ data }) => callProcedure(copyRouter.update, data))

/** Deletes a copy; COPY_WAS_LENT. */
export const removeCopy = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof copyRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(copyRouter.remove, data))
