import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { CopyListPage } from '#lending/copy/copy-list-page.tsx'
import { copiesQuery, placesQuery } from '#lending/copy/copy.data.ts'
import { copyLinks, copySelectionActions } from '#lending/copy/copy.slots.ts'
import { copiesSearchSchema } from '#lending/copy/copy-search.schema.ts'
import { viewsQuery } from '#kit/view/view.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/copies/')({
  staticData: { slots: [copyLinks, copySelectionActions] },
  validateSearch: copiesSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'number' })] },
  beforeLoad: ({ context }) => guardByLending(context, 'copy:read'),
  loaderDeps: ({ search: { searchTerm, sort, condition, location, notSeenSince, neverLent, label } }) => ({
    searchTerm,
    sort,
    condition,
    location,
    notSeenSince,
    neverLent,
    label,
  }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While somebody types, the list that is there stays until the next one is loaded.
    const title = m.copy_list()
    if (cause === 'stay' && !isRetrying()) return { title }
    const term = searchTermSchema.safeParse(deps.searchTerm)
    if (term.success)
      await Promise.all([
        queryClient.infiniteQuery({ ...copiesQuery({ ...deps, searchTerm: term.data }), staleTime: 'static' }),
        // Optional: without them the list has no filter by place, and no views.
        queryClient.query(placesQuery).catch(() => undefined),
        queryClient.query(viewsQuery('copies')).catch(() => undefined),
      ])
    return { title }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <CopyListPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
