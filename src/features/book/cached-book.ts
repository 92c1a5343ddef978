import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { GrowingPage } from '#lib/growing-query.ts'
import type { RelatedBooks, ShelfBook } from './book.schema.ts'

type Grown = InfiniteData<GrowingPage<ShelfBook>>
/** What the cache holds of books: a plain list, a list grown page by page, one page, or something else. */
type Cached = ShelfBook[] | Partial<Grown & RelatedBooks & { items: ShelfBook[] }>

/** What a list that is in the cache knows of a book. */
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
