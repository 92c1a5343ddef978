import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { rowQuery } from '#kit/noun/shared/row-query.ts'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { shelfRouter } from './shelf.router.server.ts'
import type { ShelfFilter, shelfInputSchema, ShelfListInput, shelfRemovalSchema, ShelfUpdate } from './shelf.schema.ts'
import type { ShelvesSearch } from './shelf-search.schema.ts'

const listShelves = createServerFn({ method: 'GET' })
  .validator((input: ShelfListInput) => input)
  .handler(({ data }) => callProcedure(shelfRouter.listPage, data))

const countShelves = createServerFn({ method: 'GET' })
  .validator((input: ShelfFilter) => input)
  .handler(({ data }) => callProcedure(shelfRouter.count, data))

const getShelf = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(shelfRouter.get, data))

/** Adds a shelf. NAME_TAKEN at `name`, VALIDATION_ERROR at its fields. */
export const createShelf = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof shelfInputSchema>) => input)
  .handler(({ data }) => callProcedure(shelfRouter.create, data))

/** Saves a shelf; CONFLICT holds the current one as `theirs`. */
export const updateShelf = createServerFn({ method: 'POST' })
  .validator((input: ShelfUpdate) => input)
  .handler(({ data }) => callProcedure(shelfRouter.update, data))

export const removeShelf = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof shelfRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(shelfRouter.remove, data))

/** The shelves that a search finds, page by page. */
export const shelvesQuery = (params: ShelvesSearch) =>
  growingQuery(['shelf', 'list', params], (page, signal) =>
    listShelves({ data: { ...params, ...page }, ...(signal && { signal }) }),
  )

export const shelvesTotalQuery = (filter: ShelfFilter) =>
  totalQuery(['shelf', 'list', filter], (signal) => countShelves({ data: filter, signal }))

export const shelfQuery = (id: string) => rowQuery('shelf', id, () => getShelf({ data: { id } }))
