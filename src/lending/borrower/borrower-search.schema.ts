import * as z from 'zod/mini'
import { searchTermSchema, typedTermSchema } from '#base/lib/list/list-input.ts'

/** Borrowers with late books, who owe a lost one, who are blocked, or whose library card has expired or is not yet printed. */
export const borrowerStateSchema = z.enum(['late', 'owes', 'blocked', 'expired', 'unprinted'])
export type BorrowerState = z.output<typeof borrowerStateSchema>

/** By name; the latest first. `-desc` and `-asc` reverse the order. */
export const borrowerSortSchema = z._default(z.enum(['name', 'name-desc', 'added', 'added-asc']), 'name')

/** What a list of borrowers is narrowed to beside its search. */
const narrowing = { groupId: z.optional(z.uuid()), state: z.optional(borrowerStateSchema) }

/** What a saved view of the list holds. */
export const borrowerViewSchema = z.strictObject({
  searchTerm: searchTermSchema,
  ...narrowing,
  sort: borrowerSortSchema,
})

/** The search parameters of the list, and the saved view that was opened; invalid values fall back to the defaults. */
export const borrowersSearchSchema = z.object({
  searchTerm: typedTermSchema,
  groupId: z.catch(narrowing.groupId, undefined),
  state: z.catch(narrowing.state, undefined),
  sort: z.catch(borrowerSortSchema, 'name'),
  view: z.catch(z.optional(z.uuid()), undefined),
})
export type BorrowersSearch = Omit<z.output<typeof borrowersSearchSchema>, 'view'>
