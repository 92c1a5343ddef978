import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { FRESH_MINUTES } from './session-times.ts'

/** Throws IMPERSONATING in an impersonation session. */
export function refuseImpersonation({ isImpersonated }: { isImpersonated: boolean }): void {
  if (isImpersonated) throw createError('IMPERSONATING')
}

/** Throws SESSION_EXPIRED unless a code or a passkey confirmed who uses this session within the last `FRESH_MINUTES`. */
export function requireFreshSession({ emailConfirmedAt }: { emailConfirmedAt: Date | null }): void {
  const isFresh = emailConfirmedAt !== null && now().getTime() - emailConfirmedAt.getTime() < FRESH_MINUTES * 60_000
  if (!isFresh) throw createError('SESSION_EXPIRED')
}
