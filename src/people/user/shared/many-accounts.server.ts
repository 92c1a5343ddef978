import { and, eq, inArray, isNull } from 'drizzle-orm'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { giveCard } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { user } from '#base/db/tables/user.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { isLoopback } from '#base/env/addresses.server.ts'
import { siteUrl } from '#base/env/site.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { newId } from '#base/lib/id.ts'
import { isPlaceholder, placeholderOf } from '#base/lib/no-address.ts'
import { qrCodeOf } from '#base/lib/qr-code.server.ts'
import type { GivenSignInCard, newCardSchema } from '../card/sign-in-card.schema.ts'
import { sendInvitationTo } from '../invitation/user-invitation.server.ts'
import { notifiableColumns } from '../user-row.server.ts'
import type * as z from 'zod/mini'

/** A reader to be added; `email` is null for one without an address. */
interface NewAccount {
  name: string
  email: string | null
  language: string | null
}

/**
 * Adds a reader for each, recorded as the transaction's actor. Returns their ids in the order of what was given; null where the address is a user's already.
 */
export async function addAccounts(tx: Transaction, accounts: readonly NewAccount[]): Promise<(string | null)[]> {
  if (accounts.length === 0) return []
  const rows = accounts.map(({ email, ...account }) => {
    const id = newId()
    return { ...account, id, email: email ?? placeholderOf(id) }
  })
  const added = await tx.insert(user).values(rows).onConflictDoNothing().returning({ id: user.id })
  const known = new Set(added.map(({ id }) => id))
  return rows.map(({ id }) => (known.has(id) ? id : null))
}

/**
 * Mails invitations to those of the users who have an address, were never invited and never signed in; one after the other, within the
 * limits of invitations. The caller need not wait: a failure is logged, and who was not invited can be invited again.
 */
export async function inviteAccounts(ids: readonly string[], session: CurrentSession): Promise<void> {
  const { log } = requestContext()
  const found = await db
    .select(notifiableColumns)
    .from(user)
    .where(and(eq(user.id, isAmong(ids)), isNull(user.invitedAt), eq(user.emailVerified, false)))
    .orderBy(user.id)
  for (const { id, email, language, ...one } of found) {
    if (email === null || isPlaceholder(email) || isBanned(one)) continue
    try {
      await sendInvitationTo({ id, email, language }, session)
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') {
        log.warn('Not all invitations were mailed: too many in an hour')
        return
      }
      log.error({ err: error }, 'An invitation could not be mailed')
    }
  }
}

/**
 * Gives readers a sign-in card each, in place of their former ones; the codes are in this answer only. Users with any other role, and banned
 * ones, get none. CARDS_OFF; SESSION_EXPIRED unless reauthenticated.
 */
export async function giveCards(
  ids: readonly string[],
  days: z.output<typeof newCardSchema>['days'],
  session: CurrentSession,
): Promise<(GivenSignInCard & { userId: string })[]> {
  if (!(await librarySettings()).signInCards) throw createError('CARDS_OFF')
  requireRecentSession(session)
  const isLocal = isLoopback(new URL(siteUrl()).hostname)
  const given = await withActor(session.actor, async (tx) => {
    const holders = await tx
      .select(notifiableColumns)
      .from(user)
      .where(inArray(user.id, [...ids]))
      .orderBy(user.id)
      .for('no key update')
    const cards: (Awaited<ReturnType<typeof giveCard>> & { userId: string })[] = []
    for (const holder of holders) {
      if (holder.role !== 'user' || isBanned(holder)) continue
      const card = { userId: holder.id, holderRole: holder.role, createdBy: session.user.id, days }
      // One by one: statements of one transaction.
      cards.push({ ...(await giveCard(tx, card)), userId: holder.id })
    }
    return cards
  })
  for (const { userId } of given)
    recordSecurityEvent('card_given', { userId, actorId: session.user.id, details: { days } })
  return given.map((card) => ({ ...card, qr: qrCodeOf(card.link), isLocal }))
}
