import { queryOptions } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { dashboardRouter } from './dashboard.router.server.ts'

const getFigures = createServerFn({ method: 'GET' }).handler(() => callProcedure(dashboardRouter.figures, undefined))

/** The counts of the dashboard, which the navigation shows too. */
export const figuresQuery = queryOptions({
  queryKey: ['dashboard', 'figures'],
  queryFn: () => getFigures(),
  staleTime: 30_000,
})

/** Charts in a chunk of their own, so that the counts are shown first. */
export const LazyCharts = lazyRouteComponent(() => import('./dashboard-charts.tsx'), 'DashboardCharts')

/** Loads the charts before the page is rendered, on the server too. */
export const loadCharts = (): Promise<void> | undefined => LazyCharts.preload?.()
