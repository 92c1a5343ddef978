import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { eq } from 'drizzle-orm'
import { cardSignInSchema } from '#base/auth/better-auth/auth-body.schema.ts'
import { consumeUnknownCard } from '#base/auth/limits/code-limits.server.ts'
import { grantsMore } from '#base/auth/permissions.ts'
import { recordRefusal } from '#base/auth/security/record-refusal.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import type { signInCard } from '#base/db/tables/sign-in-card.ts'
import { session as sessions } from '#base/db/tables/user.ts'
import type { ErrorCode } from '#base/errors/codes.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { now } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { bindCard, claimCard, findCard, releaseCard } from './sign-in-card.server.ts'

/** Why a card does not sign in: the error, the reason in the security log, and the sentence if it names a time. */
interface Refusal {
  code: ErrorCode
  reason: string
  sentence?: string
}

/** Throws why a card does not sign in, and records it. */
function refuse({ code, reason, sentence }: Refusal, userId?: string): never {
  recordSecurityEvent('card_refused', { userId, details: { reason } })
  throw createError(code, sentence === undefined ? {} : { sentence })
}

const REVOKED = { code: 'CARD_REVOKED', reason: 'revoked' } as const satisfies Refusal

interface Found {
  card: typeof signInCard.$inferSelect
  /** The present roles of the holder. */
  role: string
}

/** Why a card is dead; undefined for one that can be used. A used one is told with the time, by which its holder sees a theft. */
function refusalOf({ card: { usedAt, revokedAt, expiresAt, holderRole }, role }: Found): Refusal | undefined {
  const { timeZone } = requestContext()
  if (usedAt)
    return {
      code: 'CARD_USED',
      reason: 'used',
      sentence: m.error_CARD_USED_AT({ time: formatDateTime(usedAt, timeZone) }),
    }
  // A revoked card, or one that was given when its holder could do less than now.
  if (revokedAt || grantsMore(holderRole, role)) return REVOKED
  if (expiresAt > now()) return undefined
  return {
    code: 'CARD_EXPIRED',
    reason: 'expired',
    sentence: m.error_CARD_EXPIRED_AT({ time: formatDateTime(expiresAt, timeZone) }),
  }
}

/**
 * Finds the card of a code, and takes it for this sign-in alone. Only unknown codes are counted: nobody finds one of 60 bits
 * by trying, and what others of a network mistype must not keep a right card out.
 */
async function takeCard(code: string): Promise<{ id: string; userId: string }> {
  const found = await findCard(code)
  if (!found) {
    await recordRefusal({ details: { reason: 'guesses' } }, consumeUnknownCard)
    return refuse({ code: 'CARD_UNKNOWN', reason: 'unknown' })
  }
  const { card } = found
  if (isBanned(found)) return refuse({ code: 'BANNED_USER', reason: 'banned' }, card.userId)
  const refusal = refusalOf(found)
  if (refusal) return refuse(refusal, card.userId)
  if (await claimCard(card.id)) return card
  // Since the card was read, another request has used it, or a manager has revoked it.
  const again = await findCard(code)
  return refuse((again && refusalOf(again)) ?? REVOKED, card.userId)
}

const signInByCard = createAuthEndpoint(
  '/sign-in/card',
  { method: 'POST', body: cardSignInSchema },
  async (context) => {
    if (!(await librarySettings()).signInCards) throw createError('CARDS_OFF')
    const { id, userId } = await takeCard(context.body.code)
    try {
      const { internalAdapter } = context.context
      const person = await internalAdapter.findUserById(userId)
      if (!person) throw createError('CARD_UNKNOWN')
      const session = await internalAdapter.createSession(userId)
      // Since the card was taken, something has ended it: a ban, a new address, another role or card.
      if (!(await bindCard({ id, userId }, session.id))) {
        await db.delete(sessions).where(eq(sessions.id, session.id))
        return refuse(REVOKED, userId)
      }
      await setSessionCookie(context, { session, user: person })
      recordSecurityEvent('card_used', { userId })
      return context.json({ user: parseUserOutput(context.context.options, person) })
    } catch (error) {
      // The sign-in has failed after the card was taken.
      await releaseCard(id).catch(() => undefined)
      throw error
    }
  },
)

/** The endpoint `POST /api/auth/sign-in/card { code }`, which signs in by a card that a manager has given. */
export const cardPlugin = { id: 'sign-in-card', endpoints: { signInByCard } }
