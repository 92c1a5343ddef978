import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ShelfListPage } from '#catalogue/shelf/shelf-list-page.tsx'
import { shelvesQuery } from '#catalogue/shelf/shelf.data.ts'
import { shelvesSearchSchema, usualShelfSort } from '#catalogue/shelf/shelf-search.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingRows } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/manager/shelves/')({
  validateSearch: shelvesSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: usualShelfSort })] },
  loaderDeps: ({ search: { searchTerm, sort } }) => ({ searchTerm, sort }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // While somebody types, the list that is there stays until the next one is loaded.
    if (cause === 'stay' && !isRetrying()) return
    const term = searchTermSchema.safeParse(deps.searchTerm)
    if (term.success)
      await queryClient.infiniteQuery({ ...shelvesQuery({ ...deps, searchTerm: term.data }), staleTime: 'static' })
  },
  head: titleHead(m.shelf_list),
  pendingComponent: PendingRows,
  component: Page,
})

function Page() {
  return <ShelfListPage search={Route.useLoaderDeps()} timeZone={Route.useRouteContext().settings.timeZone} />
}
