import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { guardByLending } from '#auth/browser/guard.ts'
import { BorrowerListPage } from '#features/borrower/borrower-list-page.tsx'
import { borrowersQuery } from '#features/borrower/borrower.data.ts'
import { borrowersSearchSchema } from '#features/borrower/borrower-search.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { searchTermSchema } from '#lib/list/list-input.ts'
import { isRetrying } from '#lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/borrowers/')({
  validateSearch: borrowersSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'name' })] },
  beforeLoad: ({ context }) => guardByLending(context, 'borrower:read'),
  loaderDeps: ({ search: { searchTerm, sort, groupId } }) => ({ searchTerm, sort, groupId }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While somebody types, the list that is there stays until the next one is loaded.
    const title = m.borrower_list()
    if (cause === 'stay' && !isRetrying()) return { title }
    const term = searchTermSchema.safeParse(deps.searchTerm)
    if (term.success)
      await queryClient.infiniteQuery({ ...borrowersQuery({ ...deps, searchTerm: term.data }), staleTime: 'static' })
    return { title }
  },
  head: titleHead(),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <BorrowerListPage search={Route.useLoaderDeps()} />
}
