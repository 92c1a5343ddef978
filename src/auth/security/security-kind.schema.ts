/** What the security log records; from `role_changed` on by triggers of the table `user`. */
export const SECURITY_KINDS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_refused',
  'code_asked',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'key_made',
  'key_used',
  'key_revoked',
  'impersonation_begun',
  'impersonation_ended',
  'exported',
  'settings',
  'role_changed',
  'banned',
  'unbanned',
  'address_changed',
  'user_deleted',
  'user_restored',
] as const
export type SecurityKind = (typeof SECURITY_KINDS)[number]
