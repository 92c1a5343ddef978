import * as z from 'zod/mini'

/**
 * Search parameters of the specification, section 2; an invalid value becomes empty. A file of its own, because a route
 * loads it with the first page and must not load the account's other schemas.
 */
export const accountSearchSchema = z.object({
  state: z._default(z.catch(z.enum(['', 'change-name']), ''), ''),
  newEmail: z._default(z.catch(z.string(), ''), ''),
})
export type AccountSearch = z.infer<typeof accountSearchSchema>
