import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { HoldListPage } from '#shelves/hold-list/hold-list-page.tsx'
import { holdsQuery } from '#shelves/hold-list/hold-list.data.ts'
import { holdsSearchSchema } from '#shelves/hold-list/hold-search.schema.ts'
import { guardByLending } from '#lending/lending.guard.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/holds')({
  validateSearch: holdsSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'placed' })] },
  beforeLoad: ({ context }) => guardByLending(context, 'loan:read'),
  loaderDeps: ({ search: { searchTerm, sort, groupId, state } }) => ({ searchTerm, sort, groupId, state }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While somebody types, the list that is there stays until the next one is loaded.
    const title = m.hold_list()
    if (cause === 'stay' && !isRetrying()) return { title }
    const term = searchTermSchema.safeParse(deps.searchTerm)
    if (term.success)
      await queryClient.infiniteQuery({ ...holdsQuery({ ...deps, searchTerm: term.data }), staleTime: 'static' })
    return { title }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <HoldListPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
