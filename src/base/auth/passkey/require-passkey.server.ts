import { can, type Permission } from '#base/auth/permissions.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'

/**
 * Whether this session of a user with access to the manager area was not confirmed by a passkey, while REQUIRE_PASSKEY
 * demands one. API keys are exempt: a program cannot use a passkey, and making a key needed one.
 */
export const needsPasskey = ({ user: { role }, passkeyAt, scopes }: CurrentSession): boolean =>
  env().requirePasskey === 'admins' && !scopes && passkeyAt === null && can(role, 'apps:manager')

/** Whether the session lacks the passkey that a permission needs: each that ordinary users do not have. */
export const lacksPasskeyFor = (session: CurrentSession, permission: Permission): boolean =>
  needsPasskey(session) && !can('user', permission)

/** Throws PASSKEY_REQUIRED if the session lacks the passkey that manager permissions need. */
export function requirePasskey(session: CurrentSession): void {
  if (needsPasskey(session)) throw createError('PASSKEY_REQUIRED')
}
