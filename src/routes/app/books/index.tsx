import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { booksQuery, similarBooksQuery, wantsSimilar } from '#features/book/book.data.ts'
import { idSchema, searchTermSchema, type BookFilter } from '#features/book/book-search.schema.ts'
import { BookListPage } from '#features/book/reader/book-list-page.tsx'
import { genresQuery } from '#features/genre/genre.data.ts'
import { isRetrying } from '#lib/retry.ts'
import { printable } from '#lib/text.ts'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'

const searchSchema = z.object({
  searchTerm: z.catch(z._default(z.string().check(z.overwrite(printable)), ''), ''),
  genreId: z.catch(z.optional(idSchema), undefined),
})

export const Route = createFileRoute('/app/books/')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { searchTerm, genreId }, cause }) => {
    // While somebody types, the list that is there stays until the next has come.
    if (cause === 'stay' && !isRetrying()) return
    const term = searchTermSchema.safeParse(searchTerm)
    const loadList = async (filter: BookFilter) => {
      const { pages } = await queryClient.infiniteQuery({ ...booksQuery(filter), staleTime: 'static' })
      // Where nothing is found, what is similar is all that the page has to show.
      if (pages[0]?.items.length === 0 && wantsSimilar(filter, 0, false)) {
        await queryClient.query(similarBooksQuery(filter)).catch(() => undefined)
      }
    }
    await Promise.all([
      term.success && loadList({ searchTerm: term.data, genreId }),
      genreId !== undefined && queryClient.query(genresQuery),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.books_page_title(), match) }] }),
  component: Page,
})

function Page() {
  const { searchTerm, genreId } = Route.useSearch()
  return <BookListPage searchTerm={searchTerm} genreId={genreId} />
}
