import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import * as z from 'zod/mini'
import { eq } from 'drizzle-orm'
import { consumeUnknownCard } from '#auth/limits/code-limits.server.ts'
import { grantsMore } from '#auth/permissions.ts'
import { recordRefusal } from '#auth/security/record-refusal.server.ts'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { isBanned } from '#auth/session/ban.schema.ts'
import { db } from '#db/connection/client.server.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import type { signInCard } from '#db/tables/sign-in-card.ts'
import { session as sessions } from '#db/tables/user.ts'
import type { ErrorCode } from '#errors/codes.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { now } from '#lib/clock.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
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
  /** The holder's by now. */
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
  // It was given to somebody who could do less.
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
  // Since it was read, another request has used it, or a manager has revoked it.
  const again = await findCard(code)
  return refuse((again && refusalOf(again)) ?? REVOKED, card.userId)
}

const signInByCard = createAuthEndpoint(
  '/sign-in/card',
  { method: 'POST', body: z.object({ code: z.string() }) },
  async (context) => {
    if (!(await librarySettings()).signInCards) throw createError('CARDS_OFF')
    const { id, userId } = await takeCard(context.body.code)
    try {
      const { internalAdapter } = context.context
      const person = await internalAdapter.findUserById(userId)
      if (!person) throw createError('CARD_UNKNOWN')
      const session = await internalAdapter.createSession(userId)
      // Since it was taken, something has ended it: a ban, a new address, another role or card.
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
