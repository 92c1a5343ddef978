import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery, totalQuery } from '#lib/list/growing-query.ts'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { useRefresh } from '#ui/use-refresh.ts'
import { shelfRouter } from './shelf.router.server.ts'
import type {
  Shelf,
  ShelfFilter,
  shelfInputSchema,
  ShelfListInput,
  shelfRemovalSchema,
  ShelfUpdate,
} from './shelf.schema.ts'
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

const MINUTE = 60_000

/** The shelves that a search finds, page by page. */
export const shelvesQuery = (params: ShelvesSearch) =>
  growingQuery(['shelf', 'list', params], (page, signal) =>
    listShelves({ data: { ...params, ...page }, ...(signal && { signal }) }),
  )

export const shelvesTotalQuery = (filter: ShelfFilter) =>
  totalQuery(['shelf', 'list', filter], (signal) => countShelves({ data: filter, signal }))

export const shelfQuery = (id: string) =>
  queryOptions({ queryKey: ['shelf', 'get', id], queryFn: () => getShelf({ data: { id } }), staleTime: MINUTE })

/** Refetches what shows shelves after a change; a saved one is put into the cache at once. */
export function useRefreshShelves() {
  const queryClient = useQueryClient()
  const refresh = useRefresh('shelf')
  return (saved?: Shelf) => {
    if (saved) queryClient.setQueryData(shelfQuery(saved.id).queryKey, saved)
    return refresh()
  }
}

/** Removes a deleted shelf from the cache and refetches the rest. Leave its page first: it would load it again. */
export function useForgetShelf() {
  const queryClient = useQueryClient()
  const refresh = useRefresh('shelf')
  return (id: string) => {
    queryClient.removeQueries({ queryKey: shelfQuery(id).queryKey })
    return refresh()
  }
}
