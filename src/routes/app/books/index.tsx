import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { bookLettersQuery } from '#catalogue/book/book.data.ts'
import { BookListPage } from '#catalogue/book/reader/book-list-page.tsx'
import { knownOffline, loadReaderList, listTitle } from '#catalogue/book/reader/reader-list.data.ts'
import {
  isLettered,
  readReaderSearch,
  readerSearchSchema,
  type ReaderSearch,
} from '#catalogue/book/reader/reader-search.schema.ts'
import { loadReaderGenres } from '#catalogue/genre/genre.data.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { checkConnection } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince } from '#base/lib/connection/connection.ts'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingBookList } from '#shell/pages/pending-page.tsx'

export const Route = createFileRoute('/app/books/')({
  validateSearch: readerSearchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'title' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    // Here and not in `head`, which every page loads: the words of all genres come with it.
    const known = () => (connectionLostSince() ? knownOffline(deps) : deps)
    const pageTitle = () => ({ title: listTitle(known(), queryClient) })
    // While the user types, the current list stays until the next is loaded.
    if (cause === 'stay' && !isRetrying()) return pageTitle()
    const load = async (shown: ReaderSearch) => {
      const { filter, position } = readReaderSearch(shown)
      const { searchTerm, ...narrowed } = filter
      await Promise.all([
        searchTermSchema.safeParse(searchTerm).success && loadReaderList(queryClient, { filter, position }),
        searchTerm === '' && isLettered(position.sort) && queryClient.query(bookLettersQuery(narrowed, position.sort)),
        loadReaderGenres(queryClient, filter.genreId),
      ])
    }
    await load(known()).catch(async (thrown: unknown) => {
      const { code, status } = fromThrown(thrown)
      // The cursor is of another order or filter, or made up: the list begins at its beginning.
      if (deps.after !== undefined && code === 'VALIDATION_ERROR')
        throw redirect({ to: '/app/books', search: { ...deps, after: undefined }, replace: true })
      if (!isWithoutAnswer(status) || knownOffline(deps) === deps || (await checkConnection())) throw thrown
      await load(known())
    })
    return pageTitle()
  },
  head: titleHead(m.books_page_title),
  pendingComponent: PendingBookList,
  component: Page,
})

function Page() {
  return <BookListPage params={Route.useSearch()} />
}
