import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { holdListRouter } from './hold-list.router.server.ts'
import type { holdIdsSchema, holdPageInputSchema, HoldsChosen } from './hold-list.schema.ts'
import type { HoldsSearch } from './hold-search.schema.ts'

const pageHolds = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof holdPageInputSchema>) => input)
  .handler(({ data }) => callProcedure(holdListRouter.page, data))

/** Cancels holds, and returns the ids of those that there were. */
export const cancelHolds = createServerFn({ method: 'POST' })
  .validator((input: HoldsChosen) => input)
  .handler(({ data }) => callProcedure(holdListRouter.cancel, data))

/** Takes cancellations back, and returns the ids of those that wait again. */
export const restoreHolds = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof holdIdsSchema>) => input)
  .handler(({ data }) => callProcedure(holdListRouter.restore, data))

// What changes a loan or a hold refetches what is of copies.
const KEY = ['copy', 'holds']

/** The holds that a search finds, page by page. */
export const holdsQuery = (params: HoldsSearch) =>
  growingQuery([...KEY, params], (page, signal) =>
    pageHolds({ data: { ...params, ...page }, ...(signal && { signal }) }),
  )

/** The number of holds that a search finds; each page has it too. */
export const holdsTotalQuery = (filter: Omit<HoldsSearch, 'sort'>) =>
  totalQuery([...KEY, filter], async (signal) => {
    const { total } = await pageHolds({ data: { ...filter, limit: 1 }, signal })
    return { total: total ?? 0 }
  })
