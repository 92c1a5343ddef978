import * as z from 'zod/mini'
import { idSchema } from '#catalogue/book/search/book-search.schema.ts'

// Apart from the other schemas: every page's first code has it, and they bring along all fields of a book.

/** The book whose groups stand first on the page. */
export const duplicateSearchSchema = z.object({ book: z.catch(z.optional(idSchema), undefined) })
