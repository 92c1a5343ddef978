import * as z from 'zod/mini'
import { codeSchema, emailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { listedSessionSchema } from '#auth/session-list.schema.ts'

export const onboardingSchema = z.object({ name: nameSchema })

/** Who is signed in, as the browser knows it: no token, nothing of others. */
export const meSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.string(),
  onboardedAt: z.nullable(z.date()),
  /** A manager looks through this person's eyes. */
  isImpersonated: z.boolean(),
})
export type Me = z.infer<typeof meSchema>

/** A sign-in of mine, as my account shows it. */
export const mySessionSchema = listedSessionSchema
export type MySession = z.infer<typeof mySessionSchema>

export const sessionIdSchema = z.object({ id: z.uuid() })
export const proveSchema = z.object({ code: codeSchema })
export const askEmailChangeSchema = z.object({ newEmail: emailSchema })
export const changeEmailSchema = z.object({ newEmail: emailSchema, code: codeSchema })
