import * as z from 'zod/mini'
import { typedTermSchema } from '#base/lib/list/list-input.ts'

/** The order in which a list is shown at first. */
export const usualShelfSort = 'name'

/** By name; the latest first. `-desc` and `-asc` reverse the order. */
export const shelfSortSchema = z._default(z.enum(['name', 'name-desc', 'added', 'added-asc']), usualShelfSort)

/** The search parameters of the lists; invalid values fall back to the defaults. */
export const shelvesSearchSchema = z.object({
  searchTerm: typedTermSchema,
  sort: z.catch(shelfSortSchema, usualShelfSort),
})
export type ShelvesSearch = z.output<typeof shelvesSearchSchema>
