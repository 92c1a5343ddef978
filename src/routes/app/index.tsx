import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { newBooksQuery } from '#catalogue/book/book.data.ts'
import { HomePage } from '#catalogue/book/reader/home-page.tsx'
import { homeSearchSchema, readerSearchSchema } from '#catalogue/book/reader/reader-search.schema.ts'
import { loadHomeHits, listTitle } from '#catalogue/book/reader/reader-list.data.ts'
import { loadReaderGenres } from '#catalogue/genre/genre.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { PendingHome } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/')({
  validateSearch: homeSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const params = readerSearchSchema.parse(deps)
    await Promise.all([
      queryClient.query(newBooksQuery),
      loadReaderGenres(queryClient, undefined),
      loadHomeHits(queryClient, params),
    ])
    return { title: params.searchTerm === '' ? m.home_page_title() : listTitle(params, queryClient) }
  },
  head: titleHead(m.home_page_title),
  pendingComponent: PendingHome,
  component: Page,
})

function Page() {
  const params = readerSearchSchema.parse(Route.useSearch())
  return <HomePage name={Route.useRouteContext().person.name} params={params} />
}
