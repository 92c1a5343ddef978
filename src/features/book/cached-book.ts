import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { GrowingPage } from '#lib/growing-query.ts'
import type { RelatedBooks, ShelfBook } from './book.schema.ts'

type CachedPages = InfiniteData<GrowingPage<ShelfBook>>
/** Cached data of books: a plain list, an infinite list, one page, or related books. */
type Cached = ShelfBook[] | Partial<CachedPages & RelatedBooks & { items: ShelfBook[] }>

/** The book from any cached list. */
export const cachedBook = (client: QueryClient, id: string): ShelfBook | undefined =>
  client
    .getQueriesData<Cached>({ queryKey: ['book'] })
    .flatMap(([, data]) => booksOf(data))
    .find((book) => book.id === id)

function booksOf(data: Cached | undefined): readonly ShelfBook[] {
  if (!data || Array.isArray(data)) return data ?? []
  const { items = [], byAuthor = [], inGenre = [], more = [], pages = [] } = data
  return [...pages.flatMap((page) => page.items), ...items, ...byAuthor, ...inGenre, ...more]
}
