import { createFileRoute } from '@tanstack/react-router'
import { placesQuery } from '#lending/copy/copy.data.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { StocktakeListPage } from '#shelves/stocktake/page/stocktake-list-page.tsx'
import { expectedCopiesQuery, stocktakesQuery } from '#shelves/stocktake/stocktake.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/stocktakes/')({
  beforeLoad: ({ context }) => guardByLending(context, 'copy:update'),
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.query(stocktakesQuery),
      queryClient.query(placesQuery),
      queryClient.query(expectedCopiesQuery({ location: null, shelfFrom: '', shelfTo: '' })),
    ])
    return { title: m.stocktake_list() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <StocktakeListPage timeZone={Route.useRouteContext().settings.timeZone} />
}
