import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { stocktakeRouter } from './stocktake.router.server.ts'
import type { Kind, Scope, ScansInput } from './stocktake.schema.ts'

const listStocktakes = createServerFn({ method: 'GET' }).handler(() => callProcedure(stocktakeRouter.latest, undefined))

const countExpectedCopies = createServerFn({ method: 'GET' })
  .validator((input: Scope) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.expected, data))

const getStocktake = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.get, data))

const listFound = createServerFn({ method: 'GET' })
  .validator((input: { id: string; kind: Kind; offset: number; limit: number }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.rows, data))

const getStocktakeFix = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.getFix, data))

const listLeftByFix = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.leftRows, data))

/** Starts a stock-taking. STOCKTAKE_EMPTY. */
export const startStocktake = createServerFn({ method: 'POST' })
  .validator((input: Scope & { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.start, data))

/** Counts scans of this device. STOCKTAKE_CLOSED. */
export const sendScans = createServerFn({ method: 'POST' })
  .validator((input: ScansInput) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.scan, data))

/** Takes a scan back. STOCKTAKE_CLOSED. */
export const takeScanBack = createServerFn({ method: 'POST' })
  .validator((input: { id: string; scanId: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.takeBack, data))

/** Begins to put right what was found of a kind. STOCKTAKE_CHANGED. */
export const startStocktakeFix = createServerFn({ method: 'POST' })
  .validator((input: { id: string; stocktakeId: string; kind: Kind; copyId?: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.fix, data))

/** Takes a press back. BULK_STATE. */
export const undoStocktakeFix = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.undo, data))

/** Closes a stock-taking. */
export const closeStocktake = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.close, data))

/** Opens a stock-taking again. */
export const reopenStocktake = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.reopen, data))

/** Deletes a stock-taking without a scan. STOCKTAKE_CHANGED. */
export const discardStocktake = createServerFn({ method: 'POST' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(stocktakeRouter.remove, data))

/** The stock-takings, the latest first. */
export const stocktakesQuery = queryOptions({ queryKey: ['stocktake', 'list'], queryFn: () => listStocktakes() })

/** How many copies are expected. */
export const expectedCopiesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['stocktake', 'expected', scope],
    queryFn: () => countExpectedCopies({ data: scope }),
    placeholderData: keepPreviousData,
  })

/** Milliseconds between two looks at an open stock-taking: other devices scan too. */
const LOOK_AGAIN = 10_000

/** A stock-taking with what it has found; NOT_FOUND. */
export const stocktakeQuery = (id: string) =>
  queryOptions({
    queryKey: ['stocktake', 'one', id],
    queryFn: () => getStocktake({ data: { id } }),
    refetchInterval: ({ state }) => (state.data?.closedAt === null ? LOOK_AGAIN : false),
  })

/** Rows of a page of what was found. */
const PAGE = 100

/** What was found of a kind. */
export const foundQuery = (id: string, kind: Kind) =>
  infiniteQueryOptions({
    queryKey: ['stocktake', 'rows', id, kind],
    queryFn: ({ pageParam }) => listFound({ data: { id, kind, offset: pageParam, limit: PAGE } }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0)
      return last.items.length > 0 && shown < last.total ? shown : undefined
    },
  })

/** Rows that are printed at most. */
const MOST_PRINTED = 20_000

/** All of a kind, for paper. */
export async function allFound(id: string, kind: Kind) {
  const limit = 1000
  const items = []
  for (let offset = 0; offset < MOST_PRINTED; offset += limit) {
    const page = await listFound({ data: { id, kind, offset, limit } })
    items.push(...page.items)
    if (page.items.length < limit) break
  }
  return items
}

/** Milliseconds between two looks at a press that runs. */
const POLL = 500

/** A press with its progress. Runs `refresh` when it has ended. */
export const stocktakeFixQuery = (id: string, refresh: () => Promise<unknown>) =>
  queryOptions({
    queryKey: ['stocktake-fix', id],
    queryFn: async () => {
      const found = await getStocktakeFix({ data: { id } })
      if (found.state !== 'running') await refresh()
      return found
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? POLL : false),
    refetchOnMount: 'always',
    staleTime: Infinity,
  })

/** What a press has left alone. */
export const leftByFixQuery = (id: string, state: string) =>
  queryOptions({ queryKey: ['stocktake-fix', id, 'left', state], queryFn: () => listLeftByFix({ data: { id } }) })
