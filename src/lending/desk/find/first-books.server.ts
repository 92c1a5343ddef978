import type { SQL } from 'drizzle-orm'
import { readPage } from '#base/db/list/page.server.ts'
import type { BookSummary } from '#catalogue/book/book.schema.ts'
import { summaryList } from '#catalogue/book/shared/book-list.server.ts'

/** The first books that a search finds, the best ones first, of those that meet a condition on `book`. */
export async function firstBooks(
  searchTerm: string,
  { key, condition, limit }: { key: string; condition?: SQL | undefined; limit: number },
): Promise<BookSummary[]> {
  const { items } = await readPage(summaryList, { searchTerm, sort: 'title', filter: { key, condition }, limit })
  return items
}
