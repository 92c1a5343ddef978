import * as z from 'zod/mini'

/**
 * Search parameters of the specification, section 2; an invalid value becomes empty. They stand alone: a route
 * brings them into the first page, and the rest of the account's schemas not.
 */
export const accountSearchSchema = z.object({
  state: z._default(z.catch(z.enum(['', 'change-name']), ''), ''),
  newEmail: z._default(z.catch(z.string(), ''), ''),
})
export type AccountSearch = z.infer<typeof accountSearchSchema>
