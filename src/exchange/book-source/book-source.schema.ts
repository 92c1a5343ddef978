import * as z from 'zod/mini'

export const failureReasonSchema = z.enum(['slow', 'busy', 'unreachable', 'refused', 'unreadable'])

/** Why a source has said nothing. `busy`: it is not asked for `seconds`. */
export const sourceFailureSchema = z.object({
  reason: failureReasonSchema,
  seconds: z.optional(z.int()),
})
export type SourceFailure = z.infer<typeof sourceFailureSchema>
