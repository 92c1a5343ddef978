import * as z from 'zod/mini'
import { wholeNumber } from '#base/lib/list/list-input.ts'

/** The search parameters of the list of late loans and of the letters about them, in every visitor's first download: no more than is needed. */
export const overdueSearchSchema = z.object({
  groupId: z.catch(z.optional(z.uuid()), undefined),
  days: z.catch(z.optional(wholeNumber(1, 365)), undefined),
})
