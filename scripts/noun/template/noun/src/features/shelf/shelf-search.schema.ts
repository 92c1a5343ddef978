import * as z from 'zod/mini'
import { typedTermSchema } from '#lib/list/list-input.ts'

/** By name; the latest first. `-desc` and `-asc` reverse the order. */
export const shelfSortSchema = z._default(z.enum(['name', 'name-desc', 'added', 'added-asc']), 'name')

/** The search parameters of the lists; invalid values fall back to the defaults. */
export const shelvesSearchSchema = z.object({ searchTerm: typedTermSchema, sort: z.catch(shelfSortSchema, 'name') })
export type ShelvesSearch = z.output<typeof shelvesSearchSchema>
