import * as z from 'zod/mini'

/** The search parameters of the statistics, in every visitor's first download: a school's year `2025-2026`, or a calendar year. */
export const statisticsSearchSchema = z.object({
  year: z.catch(z.optional(z.string()), undefined),
  view: z.catch(z.optional(z.enum(['tables'])), undefined),
})
