import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { cardsQuery, copyLabelsQuery } from '#shelves/label/label.data.ts'
import { cardRangeOf, labelsSearchSchema, rangeOf } from '#shelves/label/label-search.schema.ts'
import { LabelsPage } from '#shelves/label/page/labels-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/labels')({
  validateSearch: labelsSearchSchema,
  search: { middlewares: [stripSearchParams({ about: 'copies', which: 'missing' })] },
  beforeLoad: ({ context, search }) =>
    guardByLending(context, search.about === 'cards' ? 'borrower:read' : 'copy:read'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // What was selected in a list is known to the browser alone.
    if (!deps.chosen)
      await (deps.about === 'cards'
        ? Promise.all([
            queryClient.query(cardsQuery(cardRangeOf(deps))),
            // Optional: without them there is no choice of a class.
            queryClient.query(groupsQuery).catch(() => undefined),
          ])
        : queryClient.query(copyLabelsQuery(rangeOf(deps))))
    return { title: deps.about === 'cards' ? m.labels_cards() : m.labels_title() }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <LabelsPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
