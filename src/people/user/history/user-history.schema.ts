import * as z from 'zod/mini'
import { userSchema } from '../user.schema.ts'

/** A user's fields after an entry of their activity. */
export const userVersionSchema = z.object({
  /** Id of the entry of the activity. */
  id: z.number(),
  fields: z.pick(userSchema, { name: true, email: true, role: true }),
})
export type UserVersion = z.infer<typeof userVersionSchema>
