import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, exists, gt, gte, isNull } from 'drizzle-orm'
import { authSecret } from '#base/env/secret.server.ts'
import { REAUTHENTICATION_MINUTES } from '#base/auth/session/session-times.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { signInCard } from '#base/db/tables/sign-in-card.ts'
import { session, user } from '#base/db/tables/user.ts'
import { siteUrl } from '#base/env/site.server.ts'
import { now } from '#base/lib/clock.ts'
import { CARD_ALPHABET, CARD_SYMBOLS } from './card-code.schema.ts'

const DAY = 24 * 3_600_000

/** With the secret: 60 bits could be found by trying, given a copy of the database and a plain hash. */
const hashOf = (code: string): Buffer => createHmac('sha256', authSecret()).update(`sign-in card:${code}`).digest()

/** A random code. All symbols are equally likely, because 256 is a multiple of 32. */
const newCode = (): string =>
  [...randomBytes(CARD_SYMBOLS)].map((byte) => CARD_ALPHABET[byte % CARD_ALPHABET.length]).join('')

/** The link of the QR code. Browsers send what comes after `#` to no server, so it is in no log. */
const linkOf = (code: string): string => `${siteUrl()}/login/card#${code}`

interface NewCard {
  userId: string
  /** The roles of the user when the card is given. */
  holderRole: string
  /** The manager who gives the card; null for the command line. */
  createdBy: string | null
  days: number
}

/** A new card: the code in groups of four, and the link that contains it. Only the hash is stored, so both are shown once. */
export interface GivenCard {
  code: string
  link: string
  createdAt: Date
  expiresAt: Date
}

/** Gives a locked user a card, in place of the former one. */
export async function giveCard(tx: Transaction, { userId, holderRole, createdBy, days }: NewCard): Promise<GivenCard> {
  const code = newCode()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + days * DAY)
  await revokeCard(tx, userId)
  // Also while the transaction that gives it is not committed.
  openCard.askAnewUntil = performance.now() + OPEN_CARD_LIFETIME
  await tx.insert(signInCard).values({ userId, holderRole, createdBy, hash: hashOf(code), createdAt, expiresAt })
  return { code: code.replace(/.{4}(?=.)/g, '$&-'), link: linkOf(code), createdAt, expiresAt }
}

/**
 * Revokes the card of a user that was not used; returns whether it could still have been. A card of a sign-in that is under
 * way has no session yet, and is revoked too: the sign-in then fails (`bindCard`).
 */
export async function revokeCard(tx: Queryable, userId: string): Promise<boolean> {
  const revoked = await tx
    .update(signInCard)
    .set({ revokedAt: now() })
    .where(and(eq(signInCard.userId, userId), isNull(signInCard.sessionId), isNull(signInCard.revokedAt)))
    .returning({ expiresAt: signInCard.expiresAt, usedAt: signInCard.usedAt })
  return revoked.some(({ expiresAt, usedAt }) => usedAt === null && expiresAt > now())
}

/** Revokes the cards that a user has given since, for a session that was not theirs. */
export const revokeCardsGivenBy = (tx: Queryable, userId: string, since: Date) =>
  tx
    .update(signInCard)
    .set({ revokedAt: now() })
    .where(
      and(
        eq(signInCard.createdBy, userId),
        gte(signInCard.createdAt, since),
        isNull(signInCard.usedAt),
        isNull(signInCard.revokedAt),
      ),
    )

/** Milliseconds after which a server knows that another one has given the first card, or that the last one was used. */
const OPEN_CARD_LIFETIME = 2000

const openCard: { known?: { at: number; isThere: Promise<boolean> }; askAnewUntil: number } = { askAnewUntil: 0 }

/** `hasOpenCard` for the login page, at most two seconds old: not each visit asks the database. This server's own cards are known at once. */
export function hasOpenCardLately(): Promise<boolean> {
  const at = performance.now()
  const { known, askAnewUntil } = openCard
  if (known && at - known.at < OPEN_CARD_LIFETIME && known.at > askAnewUntil) return known.isThere
  const read = { at, isThere: hasOpenCard() }
  openCard.known = read
  // A read that failed is not kept.
  read.isThere.catch(() => {
    if (openCard.known === read) delete openCard.known
  })
  return read.isThere
}

/** Whether anybody has a card that can still be used. */
export async function hasOpenCard(): Promise<boolean> {
  const open = await db
    .select({ id: signInCard.id })
    .from(signInCard)
    .where(and(isNull(signInCard.usedAt), isNull(signInCard.revokedAt), gt(signInCard.expiresAt, now())))
    .limit(1)
  return open.length > 0
}

/** The card of a code, with whom it signs in; undefined for a code that no card has. */
export async function findCard(code: string) {
  const [row] = await db
    .select({ card: signInCard, role: user.role, banned: user.banned, banExpires: user.banExpires })
    .from(signInCard)
    .innerJoin(user, eq(user.id, signInCard.userId))
    .where(eq(signInCard.hash, hashOf(code)))
  return row
}

/** Marks a card as used, if it can be: of two at once one succeeds. Returns whether it did. */
export async function claimCard(id: string): Promise<boolean> {
  const claimed = await db
    .update(signInCard)
    .set({ usedAt: now() })
    .where(
      and(
        eq(signInCard.id, id),
        isNull(signInCard.usedAt),
        isNull(signInCard.revokedAt),
        gt(signInCard.expiresAt, now()),
      ),
    )
    .returning({ id: signInCard.id })
  return claimed.length > 0
}

/** After a claim: the session that the card has opened. False if one of both has ended meanwhile. */
export const bindCard = (card: { id: string; userId: string }, sessionId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    // First, as `endWaysIn` does: two that lock the rows of one user in another order would wait for each other for ever.
    await tx.select({ id: user.id }).from(user).where(eq(user.id, card.userId)).for('no key update')
    const isThere = exists(tx.select({ id: session.id }).from(session).where(eq(session.id, sessionId)))
    const bound = await tx
      .update(signInCard)
      .set({ sessionId })
      .where(and(eq(signInCard.id, card.id), isNull(signInCard.revokedAt), isThere))
      .returning({ id: signInCard.id })
    return bound.length > 0
  })

/** After a claim for a sign-in that failed: the card is as before, or revoked where that happened meanwhile. */
export const releaseCard = (id: string) => db.update(signInCard).set({ usedAt: null }).where(eq(signInCard.id, id))

/** Whether a card has opened this session in the last minutes: long enough to let a passkey follow. */
export async function isFreshFromCard(sessionId: string): Promise<boolean> {
  const since = new Date(now().getTime() - REAUTHENTICATION_MINUTES * 60_000)
  return (await db.$count(signInCard, and(eq(signInCard.sessionId, sessionId), gt(signInCard.usedAt, since)))) > 0
}
