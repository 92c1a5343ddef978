import * as z from 'zod/mini'

/** Search parameters of the specification, section 2; an invalid value becomes empty. */
export const loginSearchSchema = z.object({ redirect: z.catch(z.optional(z.string()), undefined) })

export const verifySearchSchema = z.object({
  redirect: z.catch(z.optional(z.string()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
})
