import * as z from 'zod/mini'
import { nameSchema } from '#auth/name.schema.ts'

export const onboardingSchema = z.object({ name: nameSchema })

/** Who is signed in, as the browser knows it: no token, nothing of others. */
export const meSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.string(),
  onboardedAt: z.nullable(z.date()),
})
export type Me = z.infer<typeof meSchema>
