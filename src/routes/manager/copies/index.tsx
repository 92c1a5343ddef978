import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { CopyListPage } from '#features/copy/copy-list-page.tsx'
import { copiesQuery, placesQuery } from '#features/copy/copy.data.ts'
import { copiesSearchSchema } from '#features/copy/copy-search.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { searchTermSchema } from '#lib/list/list-input.ts'
import { isRetrying } from '#lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/copies/')({
  validateSearch: copiesSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'number' })] },
  beforeLoad: ({ context }) => guardByLending(context, 'copy:read'),
  loaderDeps: ({ search: { searchTerm, sort, condition, location } }) => ({ searchTerm, sort, condition, location }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While somebody types, the list that is there stays until the next one is loaded.
    const title = m.copy_list()
    if (cause === 'stay' && !isRetrying()) return { title }
    const term = searchTermSchema.safeParse(deps.searchTerm)
    if (term.success)
      await Promise.all([
        queryClient.infiniteQuery({ ...copiesQuery({ ...deps, searchTerm: term.data }), staleTime: 'static' }),
        // Optional: the filter has no places without them.
        queryClient.query(placesQuery).catch(() => undefined),
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
