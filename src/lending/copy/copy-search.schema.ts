import * as z from 'zod/mini'
import { COPY_CONDITIONS } from '#catalogue/book/copy-condition.words.ts'
import { searchTermSchema, typedTermSchema, wholeNumber } from '#base/lib/list/list-input.ts'

/** What a list of copies can be narrowed to: a state, or those on loan. */
export const copyStateSchema = z.enum([...COPY_CONDITIONS, 'onLoan'])

/** Whether a label was printed for a copy. */
export const copyLabelSchema = z.enum(['missing', 'printed'])

/** By number; the latest first; by when they were seen last. `-desc` and `-asc` reverse the order. */
export const copySortSchema = z._default(
  z.enum(['number', 'number-desc', 'added', 'added-asc', 'seen', 'seen-desc']),
  'number',
)

/** What a list of copies is narrowed to beside its search. */
const narrowing = {
  condition: z.optional(copyStateSchema),
  location: z.optional(z.string().check(z.maxLength(100))),
  /** Only copies that were last seen before the beginning of this day. */
  notSeenSince: z.optional(z.iso.date()),
  /** In the library for so many years, and not lent in them. */
  neverLent: z.optional(wholeNumber(1, 50)),
  label: z.optional(copyLabelSchema),
}

/** What a saved view of the list holds. */
export const copyViewSchema = z.strictObject({ searchTerm: searchTermSchema, ...narrowing, sort: copySortSchema })

/** The search parameters of the list, and the saved view that was opened; invalid values fall back to the defaults. */
export const copiesSearchSchema = z.object({
  searchTerm: typedTermSchema,
  condition: z.catch(narrowing.condition, undefined),
  location: z.catch(narrowing.location, undefined),
  notSeenSince: z.catch(narrowing.notSeenSince, undefined),
  neverLent: z.catch(narrowing.neverLent, undefined),
  label: z.catch(narrowing.label, undefined),
  sort: z.catch(copySortSchema, 'number'),
  view: z.catch(z.optional(z.uuid()), undefined),
})
export type CopiesSearch = Omit<z.output<typeof copiesSearchSchema>, 'view'>
