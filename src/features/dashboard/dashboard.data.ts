import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { run } from '#rpc/run.server.ts'
import { dashboardRouter } from './dashboard.router.server.ts'

export const getTotals = createServerFn({ method: 'GET' }).handler(() => run(dashboardRouter.totals, undefined))

/** How many books, genres and users there are. */
export const totalsQuery = queryOptions({
  queryKey: ['dashboard', 'totals'],
  queryFn: () => getTotals(),
  staleTime: 30_000,
})

export const getFigures = createServerFn({ method: 'GET' }).handler(() => run(dashboardRouter.figures, undefined))

/** What a manager sees of the library at a glance. */
export const figuresQuery = queryOptions({
  queryKey: ['dashboard', 'figures'],
  queryFn: () => getFigures(),
  staleTime: 30_000,
})
