import { desc, eq } from 'drizzle-orm'
import { notifyOfCard } from '#base/auth/sign-in-card/card-notice.server.ts'
import { giveCard, revokeCard } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { signInCard } from '#base/db/tables/sign-in-card.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { isLoopback } from '#base/env/addresses.server.ts'
import { siteUrl } from '#base/env/site.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { qrCodeOf } from '#base/lib/qr-code.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { findUser, isAdmin, lockUser } from '../user-row.server.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'
import { cardStateSchema, givenCardSchema, newCardSchema } from './sign-in-card.schema.ts'

// No REST: a card opens a session with all that its holder may do, which is more than the scopes of a key.

const { createdAt, expiresAt, usedAt, revokedAt } = signInCard

/** Cards with the name of who gave them. */
const cards = () =>
  db
    .select({ createdAt, expiresAt, usedAt, revokedAt, givenBy: personName(user) })
    .from(signInCard)
    .leftJoin(user, eq(user.id, signInCard.createdBy))

/** The last card that a user was given; null for none. */
const get = procedure('user:get')
  .input(userIdSchema)
  .output(cardStateSchema)
  .handler(async ({ input }) => {
    const { id } = await findUser(input.id)
    const [card] = await cards().where(eq(signInCard.userId, id)).orderBy(desc(signInCard.createdAt)).limit(1)
    return card ?? null
  })

/**
 * Gives a user a card, in place of the former one; its code is in this answer only. CARDS_OFF, CARD_FOR_BANNED,
 * IMPERSONATING; SESSION_EXPIRED unless reauthenticated.
 */
const give = procedure('user:update', { takenBack: 'again', isMyself: true })
  .input(newCardSchema)
  .output(givenCardSchema)
  .handler(async ({ input: { id, days }, context: { session } }) => {
    if (!(await librarySettings()).signInCards) throw createError('CARDS_OFF')
    // A card outlives the session: a stolen one could be made one of anybody, for months.
    requireRecentSession(session)
    const [holder, given] = await withActor(session.actor, async (tx) => {
      const found = await lockUser(tx, id)
      if (isBanned(found)) throw createError('CARD_FOR_BANNED')
      const { id: userId, role: holderRole } = found
      return [found, await giveCard(tx, { userId, holderRole, createdBy: session.user.id, days })] as const
    })
    recordSecurityEvent('card_given', { userId: holder.id, actorId: session.user.id, details: { days } })
    if (isAdmin(holder.role) && holder.id !== session.user.id) notifyOfCard(holder, session.user, given.expiresAt)
    return { ...given, qr: qrCodeOf(given.link), isLocal: isLoopback(new URL(siteUrl()).hostname) }
  })

/** Revokes the card of a user that was not used; changes nothing without one. IMPERSONATING. */
const revoke = procedure('user:update', { takenBack: 'again', isMyself: true })
  .input(userIdSchema)
  .handler(async ({ input, context: { session } }) => {
    const { id } = await findUser(input.id)
    if (await revokeCard(db, id)) recordSecurityEvent('card_revoked', { userId: id, actorId: session.user.id })
  })

/** The card that has opened the caller's session; null where something else has. */
const ofSession = procedure('onboarding', { takenBack: 'nothing' })
  .output(cardStateSchema)
  .handler(async ({ context: { session } }) => {
    const [card] = await cards().where(eq(signInCard.sessionId, session.id))
    return card ?? null
  })

export const signInCardRouter = { get, give, revoke, ofSession }
