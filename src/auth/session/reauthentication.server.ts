import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { REAUTHENTICATION_MINUTES } from './session-times.ts'

/** Throws IMPERSONATING in an impersonation session. */
export function refuseImpersonation({ isImpersonated }: { isImpersonated: boolean }): void {
  if (isImpersonated) throw createError('IMPERSONATING')
}

/**
 * Throws SESSION_EXPIRED, better-auth's code, unless a code or a passkey authenticated who uses this session within the last
 * `REAUTHENTICATION_MINUTES`.
 */
export function requireReauthentication({ authenticatedAt }: { authenticatedAt: Date | null }): void {
  const isRecent =
    authenticatedAt !== null && now().getTime() - authenticatedAt.getTime() < REAUTHENTICATION_MINUTES * 60_000
  if (!isRecent) throw createError('SESSION_EXPIRED')
}

/**
 * For what gives power or cannot be undone: as `requireReauthentication`, but an API key passes, since its owner was
 * reauthenticated to create it.
 */
export function requireRecentSession(session: { authenticatedAt: Date | null; scopes?: unknown }): void {
  if (!session.scopes) requireReauthentication(session)
}
