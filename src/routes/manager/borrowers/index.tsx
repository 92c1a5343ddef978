import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { guardByLending } from '#lending/lending.guard.ts'
import { BorrowerListPage } from '#lending/borrower/borrower-list-page.tsx'
import { borrowerFiles, borrowerLinks, borrowerSelections } from '#lending/borrower/borrower.slots.ts'
import { borrowersQuery } from '#lending/borrower/borrower.data.ts'
import { borrowersSearchSchema } from '#lending/borrower/borrower-search.schema.ts'
import { viewsQuery } from '#kit/view/view.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/')({
  staticData: { slots: [borrowerFiles, borrowerLinks, borrowerSelections] },
  validateSearch: borrowersSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'name' })] },
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loaderDeps: ({ search: { searchTerm, sort, groupId, state } }) => ({ searchTerm, sort, groupId, state }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While somebody types, the list that is there stays until the next one is loaded.
    const title = m.borrower_list()
    if (cause === 'stay' && !isRetrying()) return { title }
    const term = searchTermSchema.safeParse(deps.searchTerm)
    if (term.success)
      await Promise.all([
        queryClient.infiniteQuery({ ...borrowersQuery({ ...deps, searchTerm: term.data }), staleTime: 'static' }),
        // Optional: the page shows its list without the saved views.
        queryClient.query(viewsQuery('borrowers')).catch(() => undefined),
        // A file that is dropped as soon as the list is seen is taken.
        borrowerFiles.preload().catch(() => undefined),
        borrowerLinks.preload().catch(() => undefined),
        // What can be done to the selected ones stands there with the first of them.
        borrowerSelections.preload().catch(() => undefined),
      ])
    return { title }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <BorrowerListPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
