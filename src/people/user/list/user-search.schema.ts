import * as z from 'zod/mini'
import { ROLE_NAMES } from '#base/auth/role.schema.ts'
import { typedTermSchema } from '#base/lib/list/list-input.ts'

/** Unverified address; not onboarded; not onboarded and never signed in; banned at this moment. */
export const userStateSchema = z.enum(['unverified', 'notOnboarded', 'neverSignedIn', 'banned'])

/** By name and then address; by address; newest first. `-desc` and `-asc` reverse the order. */
export const userSortSchema = z._default(
  z.enum(['name', 'name-desc', 'email', 'email-desc', 'added', 'added-asc']),
  'name',
)
export type UserSort = z.output<typeof userSortSchema>

/** The search parameters of the list of users, and the saved view that was opened; invalid ones are ignored. */
export const userSearchSchema = z.object({
  searchTerm: typedTermSchema,
  role: z.catch(z.optional(z.enum(ROLE_NAMES)), undefined),
  state: z.catch(z.optional(userStateSchema), undefined),
  sort: z.catch(userSortSchema, 'name'),
  view: z.catch(z.optional(z.uuid()), undefined),
})
export type UserSearch = Omit<z.output<typeof userSearchSchema>, 'view'>
