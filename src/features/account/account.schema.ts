import * as z from 'zod/mini'
import { codeSchema, emailSchema } from '#auth/credentials.schema.ts'
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

/** A sign-in of mine, as my account shows it. The token stays on the server; `label` is a short fingerprint of it. */
export const mySessionSchema = z.object({
  id: z.uuid(),
  label: z.string(),
  /** Null where the browser or the system is not known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
  expiresAt: z.date(),
  isCurrent: z.boolean(),
  /** A manager looks through my eyes. */
  isImpersonated: z.boolean(),
})
export type MySession = z.infer<typeof mySessionSchema>

export const sessionIdSchema = z.object({ id: z.uuid() })
export const proveSchema = z.object({ code: codeSchema })
export const askEmailChangeSchema = z.object({ newEmail: emailSchema })
export const changeEmailSchema = z.object({ newEmail: emailSchema, code: codeSchema })
