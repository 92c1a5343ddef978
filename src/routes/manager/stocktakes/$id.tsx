import { createFileRoute } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { MissingStocktakePage } from '#shelves/stocktake/page/missing-stocktake-page.tsx'
import { StocktakePage } from '#shelves/stocktake/page/stocktake-page.tsx'
import { stocktakeQuery } from '#shelves/stocktake/stocktake.data.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingDetail } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/stocktakes/$id')({
  beforeLoad: ({ context }) => guardByLending(context, 'copy:update'),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await queryClient.query(stocktakeQuery(id)).catch((error: unknown) => throwNotFound(error, m.stocktake_gone()))
    return { title: m.stocktake_title() }
  },
  head: titleHead(),
  pendingComponent: PendingDetail,
  component: Page,
  notFoundComponent: MissingStocktakePage,
})

function Page() {
  const { id } = Route.useParams()
  return <StocktakePage key={id} id={id} timeZone={Route.useRouteContext().settings.timeZone} />
}
