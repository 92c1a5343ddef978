import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { StatisticsPage } from '#shelves/statistics/page/statistics-page.tsx'
import { statisticsSearchSchema } from '#shelves/statistics/statistics-search.schema.ts'
import { statisticsQuery } from '#shelves/statistics/statistics.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDashboard } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/statistics')({
  validateSearch: statisticsSearchSchema,
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { year } }) => {
    await queryClient.query(statisticsQuery({ year }))
    return { title: m.statistics_title() }
  },
  head: titleHead(),
  pendingComponent: PendingDashboard,
  component: Page,
})

function Page() {
  const { year, view } = Route.useLoaderDeps()
  return <StatisticsPage year={year} isTables={view === 'tables'} />
}
