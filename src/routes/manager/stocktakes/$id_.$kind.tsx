import { createFileRoute, notFound } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { FoundPage } from '#shelves/stocktake/page/found-page.tsx'
import { MissingStocktakePage } from '#shelves/stocktake/page/missing-stocktake-page.tsx'
import { foundQuery, stocktakeQuery } from '#shelves/stocktake/stocktake.data.ts'
import { kindSchema } from '#shelves/stocktake/stocktake.schema.ts'
import { kindWord } from '#shelves/stocktake/stocktake.words.ts'
import { throwNotFound } from '#base/errors/throw-not-found.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/stocktakes/$id_/$kind')({
  beforeLoad: ({ context }) => guardByLending(context, 'copy:update'),
  loader: async ({ context: { queryClient }, params: { id, kind: given } }) => {
    const kind = kindSchema.safeParse(given)
    if (!kind.success) throw notFound({ data: { title: m.stocktake_gone() } })
    await queryClient.query(stocktakeQuery(id)).catch((error: unknown) => throwNotFound(error, m.stocktake_gone()))
    await queryClient.infiniteQuery(foundQuery(id, kind.data))
    return { title: kindWord(kind.data), kind: kind.data }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
  notFoundComponent: MissingStocktakePage,
})

function Page() {
  const { id } = Route.useParams()
  const { kind } = Route.useLoaderData()
  return <FoundPage key={`${id} ${kind}`} id={id} kind={kind} timeZone={Route.useRouteContext().settings.timeZone} />
}
