import * as z from 'zod/mini'
import { typedTermSchema } from '#lib/list/list-input.ts'

/** By name; the latest first. `-desc` and `-asc` reverse the order. */
export const borrowerSortSchema = z._default(z.enum(['name', 'name-desc', 'added', 'added-asc']), 'name')

/** The search parameters of the lists; invalid values fall back to the defaults. */
export const borrowersSearchSchema = z.object({
  searchTerm: typedTermSchema,
  groupId: z.catch(z.optional(z.uuid()), undefined),
  sort: z.catch(borrowerSortSchema, 'name'),
})
export type BorrowersSearch = z.output<typeof borrowersSearchSchema>
