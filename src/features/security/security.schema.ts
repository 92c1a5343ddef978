import * as z from 'zod/mini'
import { SECURITY_KINDS } from '#auth/security/security-kind.schema.ts'
import { problemKey } from '#i18n/issue-message.ts'

/** An entry of the security log. `details` depend on its kind: small words and numbers. */
const securityEventSchema = z.object({
  id: z.number(),
  at: z.date(),
  kind: z.enum(SECURITY_KINDS),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
})
export type SecurityEvent = z.infer<typeof securityEventSchema>

export const securityPlaceSchema = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: problemKey('cursor_invalid') }))),
})

/** Newest first. */
export const securityPageSchema = z.object({ items: z.array(securityEventSchema), nextCursor: z.nullable(z.string()) })
export type SecurityPage = z.infer<typeof securityPageSchema>
