import * as z from 'zod/mini'
import { SECURITY_KINDS, type SecurityKind } from '#base/auth/security/security-kind.schema.ts'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { securityGroupSchema } from './security-search.schema.ts'
import { problemKey } from '#base/i18n/issue-message.ts'

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

/** Name or else address; null for a former user. */
const personSchema = z.nullable(z.object({ id: z.uuid(), name: z.nullable(z.string()) }))

/** An entry of everybody's log. */
const logEntrySchema = z.extend(securityEventSchema, {
  /** Whom the entry is about; null for a stranger. */
  person: personSchema,
  /** The user who did what the entry says, if not `userId`. */
  actor: personSchema,
  /** Whose past loans were looked at, by name and id; null where it is about no borrower. */
  borrower: personSchema,
})
export type LogEntry = z.infer<typeof logEntrySchema>

export const securityPlaceSchema = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: problemKey('cursor_invalid') }))),
})

/** What a user is told of their own part: who came in, or tried to, and what lets them in. */
export const OWN_KINDS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'sign_in_disowned',
  'code_shown',
  'passkey_added',
  'passkey_removed',
  'card_given',
  'card_used',
  'card_refused',
  'card_revoked',
  'impersonation_begun',
] as const satisfies readonly SecurityKind[]

const ownEventSchema = z.extend(securityEventSchema, {
  kind: z.enum(OWN_KINDS),
  /** Another user did what the entry says; that user's device and network address are not told. */
  isByOthers: z.boolean(),
})
export type OwnSecurityEvent = z.infer<typeof ownEventSchema>

/** Newest first. */
export const securityPageSchema = z.object({ items: z.array(ownEventSchema), nextCursor: z.nullable(z.string()) })
export type SecurityPage = z.infer<typeof securityPageSchema>

/** A page of everybody's log, narrowed to a group of kinds and to the users that a name or an address finds. */
export const securityLogInputSchema = z.extend(securityPlaceSchema, {
  searchTerm: searchTermSchema,
  kind: z.optional(securityGroupSchema),
})

/** Newest first. */
export const securityLogPageSchema = z.object({ items: z.array(logEntrySchema), nextCursor: z.nullable(z.string()) })
export type SecurityEventPage = z.infer<typeof securityLogPageSchema>
