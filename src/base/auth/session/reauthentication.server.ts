import { createError } from '#base/errors/create-error.server.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import type { CurrentSession } from './session.server.ts'
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

/** Hours after the use of a sign-in card in which a session that came by it does not change who owns the account. */
const CARD_HOURS = 24

/**
 * Throws SIGNED_IN_BY_CARD in a session that was recently opened by a sign-in card, or by a passkey that such a session
 * added: a person who found the card, or gave it to themselves, could take the account over for good. A code mailed to the
 * proven address ends the wait.
 */
export function refuseSoonAfterCard({ cardAt, user }: Pick<CurrentSession, 'cardAt' | 'user'>): void {
  if (cardAt === null) return
  const until = new Date(cardAt.getTime() + CARD_HOURS * 3_600_000)
  if (until <= now()) return
  const time = formatDateTime(until, requestContext().timeZone)
  const sentence = user.emailVerified
    ? m.error_SIGNED_IN_BY_CARD_OR_CODE({ time })
    : m.error_SIGNED_IN_BY_CARD_UNTIL({ time })
  throw createError('SIGNED_IN_BY_CARD', { sentence })
}

/**
 * For what gives power or cannot be undone. Throws SESSION_EXPIRED as `requireReauthentication` does, and FORBIDDEN for an API
 * key, because a program cannot reauthenticate.
 */
export function requireRecentSession({ authenticatedAt, scopes }: CurrentSession): void {
  if (scopes) throw createError('FORBIDDEN')
  requireReauthentication({ authenticatedAt })
}
