import * as z from 'zod/mini'
import type { SecurityKind } from '#base/auth/security/security-kind.schema.ts'
import { typedTermSchema } from '#base/lib/list/list-input.ts'

export const securityGroupSchema = z.enum(['signIn', 'session', 'key', 'impersonation', 'user', 'operation'])
export type SecurityGroup = z.output<typeof securityGroupSchema>

/** What the log can be narrowed to, and the kinds of entries that it comprises. */
export const SECURITY_GROUPS = {
  signIn: [
    'signed_in',
    'sign_in_failed',
    'sign_in_refused',
    'code_asked',
    'code_shown',
    'sign_in_disowned',
    'passkey_added',
    'passkey_removed',
    'card_given',
    'card_used',
    'card_refused',
    'card_revoked',
  ],
  session: ['confirmed', 'confirm_failed', 'signed_out', 'session_ended', 'sessions_ended'],
  key: ['key_made', 'key_used', 'key_revoked'],
  impersonation: ['impersonation_begun', 'impersonation_ended'],
  user: ['role_changed', 'banned', 'unbanned', 'address_changed', 'user_deleted', 'user_restored'],
  operation: [
    'exported',
    'backup_made',
    'backup_failed',
    'backup_fetched',
    'backup_deleted',
    'deleted_for_good',
    'restored',
    'update_begun',
    'settings',
    'library_settings',
    'loans_seen',
    'self_service',
  ],
} as const satisfies Record<SecurityGroup, readonly SecurityKind[]>

/** The search parameters of the security log; invalid ones are ignored. */
export const securitySearchSchema = z.object({
  searchTerm: typedTermSchema,
  event: z.catch(z.optional(securityGroupSchema), undefined),
})
export type SecuritySearch = z.output<typeof securitySearchSchema>
