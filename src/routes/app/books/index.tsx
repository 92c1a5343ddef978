import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { bookLettersQuery } from '#features/book/book.data.ts'
import { BookListPage } from '#features/book/reader/book-list-page.tsx'
import { knownOffline, loadReaderList, listTitle } from '#features/book/reader/reader-list.data.ts'
import {
  isLettered,
  readReaderSearch,
  readerSearchSchema,
  type ReaderSearch,
} from '#features/book/reader/reader-search.schema.ts'
import { genresQuery } from '#features/genre/genre.data.ts'
import { fromThrown } from '#errors/local-error.ts'
import { m } from '#i18n/paraglide/messages.js'
import { searchTermSchema } from '#lib/list/list-input.ts'
import { checkConnection } from '#lib/connection/check-connection.ts'
import { connectionLostSince } from '#lib/connection/connection.ts'
import { isRetrying } from '#lib/connection/retry.ts'
import { isWithoutAnswer } from '#lib/connection/without-answer.ts'
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
        queryClient.query(genresQuery),
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
