import * as z from 'zod/mini'
import { printable } from '#lib/text.ts'
import { bookFilterSchema, idSchema, letterSchema, type BookFilter } from '../search/book-search.schema.ts'

/** Orders that readers choose from. */
const shelfSortSchema = z._default(z.enum(['title', 'author', 'added']), 'title')
export type ShelfSort = z.output<typeof shelfSortSchema>

/** What the address of the reader's list says; what it cannot say counts as not said. */
export const shelfSearchSchema = z.object({
  searchTerm: z.catch(z._default(z.string().check(z.overwrite(printable)), ''), ''),
  genreId: z.catch(z.optional(idSchema), undefined),
  author: z.catch(bookFilterSchema.shape.author, undefined),
  publisher: z.catch(bookFilterSchema.shape.publisher, undefined),
  sort: z.catch(shelfSortSchema, 'title'),
  letter: z.catch(z.optional(letterSchema), undefined),
})
export type ShelfSearch = z.output<typeof shelfSearchSchema>

/** Which books an address asks for, and from where. Hits of a search and the newest books have no letters. */
export function readShelf({ searchTerm: typed, genreId, author, publisher, sort, letter }: ShelfSearch): {
  filter: BookFilter & { searchTerm: string }
  place: { sort: ShelfSort; letter?: string }
} {
  const searchTerm = typed.trim()
  const place = { sort, ...(searchTerm === '' && sort !== 'added' && letter !== undefined && { letter }) }
  // By name: the router adds whatever else stands in the address.
  return { filter: { genreId, author, publisher, searchTerm }, place }
}
