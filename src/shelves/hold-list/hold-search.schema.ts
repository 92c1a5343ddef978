import * as z from 'zod/mini'
import { typedTermSchema } from '#base/lib/list/list-input.ts'

/** Holds that wait for a copy, or for which one is put aside. */
const holdStateSchema = z.enum(['waiting', 'ready'])

/** By when they were placed; those that must be fetched soonest first, and behind them those that wait. `-desc` reverses the order. */
export const holdSortSchema = z._default(z.enum(['placed', 'placed-desc', 'fetch']), 'placed')

export const holdNarrowing = { groupId: z.optional(z.uuid()), state: z.optional(holdStateSchema) }

/** The search parameters of the list; invalid values fall back to the defaults. */
export const holdsSearchSchema = z.object({
  searchTerm: typedTermSchema,
  groupId: z.catch(holdNarrowing.groupId, undefined),
  state: z.catch(holdNarrowing.state, undefined),
  sort: z.catch(holdSortSchema, 'placed'),
})
export type HoldsSearch = z.output<typeof holdsSearchSchema>
