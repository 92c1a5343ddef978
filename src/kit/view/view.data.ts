import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { viewRouter } from './view.router.server.ts'
import type { ViewChange, viewInputSchema, ViewList, viewRemovalSchema } from './view.schema.ts'

const listViews = createServerFn({ method: 'GET' })
  .validator((input: { list: ViewList }) => input)
  .handler(async ({ data }) => (await callProcedure(viewRouter.list, data)).items)

/** The user's own views of a list and those for all managers. */
export const viewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: ['view', list],
    queryFn: ({ signal }) => listViews({ data: { list }, signal }),
    staleTime: 60_000,
  })

/** Adds a view. NAME_TAKEN at `name`, VIEW_LIMIT. */
export const createView = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof viewInputSchema>) => input)
  .handler(({ data }) => callProcedure(viewRouter.create, data))

/** Saves a view; CONFLICT when it has been changed since. */
export const updateView = createServerFn({ method: 'POST' })
  .validator((input: ViewChange) => input)
  .handler(({ data }) => callProcedure(viewRouter.update, data))

/** Deletes a view, the user's own or one for all managers. CONFLICT, NOT_FOUND. */
export const removeView = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof viewRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(viewRouter.remove, data))

/** Refetches the views after a change. */
export function useRefreshViews(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['view'] })
}
