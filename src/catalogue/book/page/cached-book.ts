import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { GrowingPage } from '#base/lib/list/growing-query.ts'
import type { RelatedBooks, BookSummary } from '../book.schema.ts'

type CachedPages = InfiniteData<GrowingPage<BookSummary>>
/** Cached data of books: one book, a plain list, an infinite list, one page, or related books. */
type Cached = BookSummary | BookSummary[] | Partial<CachedPages & RelatedBooks & { items: BookSummary[] }>

/** The book from any cached list. */
export const cachedBook = (client: QueryClient, id: string): BookSummary | undefined =>
  client
    .getQueriesData<Cached>({ queryKey: ['book'] })
    .flatMap(([, data]) => booksOf(data))
    .find((book) => book.id === id)

function booksOf(data: Cached | undefined): readonly BookSummary[] {
  if (!data || Array.isArray(data)) return data ?? []
  // A cached book itself: its `pages` is a number, not a list.
  if ('id' in data) return [data]
  const { items = [], inSeries = [], byAuthor = [], inGenre = [], more = [], pages = [] } = data
  return [...pages.flatMap((page) => page.items), ...items, ...inSeries, ...byAuthor, ...inGenre, ...more]
}
