import * as z from 'zod/mini'
import { typedTermSchema } from '#lib/list/list-input.ts'

/** What state a copy can be in. */
export const COPY_CONDITIONS = ['ok', 'damaged', 'lost', 'withdrawn', 'reference'] as const

/** What a list of copies can be narrowed to: a state, or those on loan. */
export const copyStateSchema = z.enum([...COPY_CONDITIONS, 'onLoan'])

/** By number; the latest first. `-desc` and `-asc` reverse the order. */
export const copySortSchema = z._default(z.enum(['number', 'number-desc', 'added', 'added-asc']), 'number')

/** The search parameters of the list; invalid values fall back to the defaults. */
export const copiesSearchSchema = z.object({
  searchTerm: typedTermSchema,
  condition: z.catch(z.optional(copyStateSchema), undefined),
  location: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  sort: z.catch(copySortSchema, 'number'),
})
export type CopiesSearch = z.output<typeof copiesSearchSchema>
