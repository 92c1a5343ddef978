import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import * as z from 'zod/mini'
import { consumeCardGuess } from '#auth/limits/sign-in-guess.server.ts'
import { recordRefusal } from '#auth/security/record-refusal.server.ts'
import { recordSecurityEvent } from '#auth/security/security-log.server.ts'
import { isBanned } from '#auth/session/ban.schema.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import type { signInCard } from '#db/tables/sign-in-card.ts'
import type { ErrorCode } from '#errors/codes.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { now } from '#lib/clock.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { claimCard, findCard, settleCard } from './sign-in-card.server.ts'

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

/** Why a card is dead; undefined for one that can be used. A used one is told with the time, by which its holder sees a theft. */
function refusalOf({ usedAt, revokedAt, expiresAt }: typeof signInCard.$inferSelect): Refusal | undefined {
  const { timeZone } = requestContext()
  if (usedAt)
    return {
      code: 'CARD_USED',
      reason: 'used',
      sentence: m.error_CARD_USED_AT({ time: formatDateTime(usedAt, timeZone) }),
    }
  if (revokedAt) return { code: 'CARD_REVOKED', reason: 'revoked' }
  if (expiresAt > now()) return undefined
  return {
    code: 'CARD_EXPIRED',
    reason: 'expired',
    sentence: m.error_CARD_EXPIRED_AT({ time: formatDateTime(expiresAt, timeZone) }),
  }
}

/** Finds the card of a code within the limit of wrong guesses, and takes it for this sign-in alone. */
async function takeCard(code: string): Promise<{ id: string; userId: string }> {
  const refund = await recordRefusal({ details: { reason: 'guesses' } }, consumeCardGuess)
  const found = await findCard(code)
  if (!found) return refuse({ code: 'CARD_UNKNOWN', reason: 'unknown' })
  await refund()
  const { card } = found
  if (isBanned(found)) return refuse({ code: 'BANNED_USER', reason: 'banned' }, card.userId)
  const refusal = refusalOf(card)
  if (refusal) return refuse(refusal, card.userId)
  if (await claimCard(card.id)) return card
  // Since it was read, another request has used it, or a manager has revoked it.
  const again = await findCard(code)
  return refuse((again && refusalOf(again.card)) ?? { code: 'CARD_REVOKED', reason: 'revoked' }, card.userId)
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
      await setSessionCookie(context, { session, user: person })
      await settleCard(id, session.id)
      recordSecurityEvent('card_used', { userId })
      return context.json({ user: parseUserOutput(context.context.options, person) })
    } catch (error) {
      // The sign-in has failed after the card was taken: it can be used again.
      await settleCard(id, null).catch(() => undefined)
      throw error
    }
  },
)

/** The endpoint `POST /api/auth/sign-in/card { code }`, which signs in by a card that a manager has given. */
export const cardPlugin = { id: 'sign-in-card', endpoints: { signInByCard } }
