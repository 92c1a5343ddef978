import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { bookListActions, bookSelectionBar, manyBooksLinks } from '#catalogue/book/book.slots.ts'
import { bookRowsQuery, similarBooksQuery, wantsSimilar } from '#catalogue/book/book.data.ts'
import { samplesQuery } from '#catalogue/book/sample/book-sample.data.ts'
import {
  bookColumnsSchema,
  bookFilterSchema,
  bookSortSchema,
  idSchema,
  pickFilters,
  sharedFilters,
  type BookFilter,
} from '#catalogue/book/search/book-search.schema.ts'
import { ManagerBookListPage } from '#catalogue/book/manager/book-list-page.tsx'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { importedFromQuery } from '#catalogue/book/filter/imported-from.data.ts'
import { viewsQuery } from '#kit/view/view.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isRetrying } from '#base/lib/connection/retry.ts'
import { searchTermSchema, typedTermSchema } from '#base/lib/list/list-input.ts'
import { titleHead } from '#shell/page-title.ts'
import { PendingList } from '#shell/pages/pending-page.tsx'

const searchSchema = z.object({
  searchTerm: typedTermSchema,
  ...sharedFilters,
  origin: z.catch(bookFilterSchema.shape.origin, undefined),
  importId: z.catch(bookFilterSchema.shape.importId, undefined),
  sort: z.catch(bookSortSchema, 'title'),
  columns: z.catch(bookColumnsSchema, undefined),
  /** The saved view that was opened; the rest of the address says what is shown. */
  view: z.catch(z.optional(idSchema), undefined),
})

export const Route = createFileRoute('/manager/books/')({
  staticData: { slots: [bookSelectionBar, bookListActions, manyBooksLinks] },
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ searchTerm: '', sort: 'title' })] },
  // Named one by one, because the router adds all other parameters of the URL.
  loaderDeps: ({ search: { searchTerm, origin, importId, sort, ...filters } }) => ({
    ...pickFilters(filters),
    searchTerm,
    origin,
    importId,
    sort,
  }),
  loader: async ({ context: { queryClient }, deps: { searchTerm, sort, ...narrowed }, cause }) => {
    // While the user types, the current list stays until the next is loaded.
    if (cause === 'stay' && !isRetrying()) return
    const term = searchTermSchema.safeParse(searchTerm)
    const loadList = async (filter: BookFilter) => {
      const { pages } = await queryClient.infiniteQuery({ ...bookRowsQuery(filter, sort), staleTime: 'static' })
      // Without hits the page shows only similar books, so it waits for them.
      if (pages[0]?.items.length === 0 && wantsSimilar(filter, 0, false)) {
        await queryClient.query(similarBooksQuery(filter)).catch(() => undefined)
      }
    }
    await Promise.all([
      term.success && loadList({ searchTerm: term.data, ...narrowed }),
      queryClient.query(genresQuery),
      // Optional: the page shows its list without the import, the sample books and the saved views.
      narrowed.importId && queryClient.query(importedFromQuery(narrowed.importId)).catch(() => undefined),
      queryClient.query(samplesQuery).catch(() => undefined),
      queryClient.query(viewsQuery('books')).catch(() => undefined),
    ])
  },
  head: titleHead(m.books_page_title),
  pendingComponent: PendingList,
  component: Page,
})

function Page() {
  const columns = Route.useSearch({ select: (search) => search.columns })
  return <ManagerBookListPage params={{ ...Route.useLoaderDeps(), columns }} />
}
