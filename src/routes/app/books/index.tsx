import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { bookLettersQuery } from '#features/book/book.data.ts'
import { BookListPage } from '#features/book/reader/book-list-page.tsx'
import { loadReaderList, listTitle } from '#features/book/reader/reader-list.data.ts'
import { isLettered, readReaderSearch, readerSearchSchema } from '#features/book/reader/reader-search.schema.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { fromThrown } from '#errors/local-error.ts'
import { m } from '#i18n/paraglide/messages.js'
import { searchTermSchema } from '#lib/list/list-input.ts'
import { isRetrying } from '#lib/connection/retry.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingBookList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/books/')({
  validateSearch: readerSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'title' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Here and not in `head`, which every page loads: the words of all genres come with it.
    const pageTitle = () => ({ title: listTitle(deps, queryClient) })
    // While the user types, the current list stays until the next is loaded.
    if (cause === 'stay' && !isRetrying()) return pageTitle()
    const { filter, position } = readReaderSearch(deps)
    const { searchTerm, ...narrowed } = filter
    const loadList = () =>
      loadReaderList(queryClient, { filter, position }).catch((error: unknown) => {
        // The cursor is of another order or filter, or made up: the list begins at its beginning.
        if (deps.after !== undefined && fromThrown(error).code === 'VALIDATION_ERROR')
          throw redirect({ to: '/app/books', search: { ...deps, after: undefined }, replace: true })
        throw error
      })
    await Promise.all([
      searchTermSchema.safeParse(searchTerm).success && loadList(),
      searchTerm === '' && isLettered(position.sort) && queryClient.query(bookLettersQuery(narrowed, position.sort)),
      queryClient.query(genresQuery),
    ])
    return pageTitle()
  },
  head: titleHead(m.books_page_title),
  pendingComponent: PendingBookList,
  component: Page,
})

function Page() {
  return <BookListPage params={Route.useSearch()} />
}
