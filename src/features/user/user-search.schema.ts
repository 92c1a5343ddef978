import * as z from 'zod/mini'
import { ROLE_NAMES } from '#auth/role.schema.ts'
import { typedTermSchema } from '#lib/list-input.ts'

/** Whose address was never proven; who has not entered yet; who of them never signed in; who is banned at this moment. */
export const userStateSchema = z.enum(['unverified', 'notOnboarded', 'neverSignedIn', 'banned'])

/** By name and then address; by address; the newest first. `-desc` and `-asc` turn the order round. */
export const userSortSchema = z._default(
  z.enum(['name', 'name-desc', 'email', 'email-desc', 'added', 'added-asc']),
  'name',
)
export type UserSort = z.output<typeof userSortSchema>

/** What the address says of the list of users; what it cannot say counts as not said. */
export const userSearchSchema = z.object({
  searchTerm: typedTermSchema,
  role: z.catch(z.optional(z.enum(ROLE_NAMES)), undefined),
  state: z.catch(z.optional(userStateSchema), undefined),
  sort: z.catch(userSortSchema, 'name'),
})
export type UserSearch = z.output<typeof userSearchSchema>
