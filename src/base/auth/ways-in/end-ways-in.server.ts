import { and, eq, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { revokeCard } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import type { Database } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { signInCard } from '#base/db/tables/sign-in-card.ts'
import { account, session, user, verification } from '#base/db/tables/user.ts'
import { verificationCode } from '#base/db/tables/verification-code.ts'

/**
 * What ends with each event in the life of an account. A deletion is not here: it ends all ways in by the foreign keys of
 * their tables.
 */
const ENDS = {
  /** A new address, or one that is proven for the first time: whoever came in before may be another person. */
  address: ['sessions', 'accounts', 'passkeys', 'keys', 'cards'],
  /** A ban. Passkeys and linked accounts stay, and are of use again when it is lifted. */
  ban: ['sessions', 'keys', 'cards'],
  /** Sessions are ended for all devices, by their owner or by a manager: a card on paper is a session to come. */
  sessions: ['sessions', 'cards'],
  /** A role that grants more: a card was given to somebody with less power, by somebody who may not have given more. */
  role: ['cards', 'sessionsByCard', 'passkeysByCard'],
  /** The owner has lost their passkeys. */
  lostPasskeys: ['passkeys'],
  /**
   * The library was restored from a backup on `/setup`, perhaps on another computer and by another person than before: sessions,
   * cards and keys that were given out before end. A passkey proves the person who holds it, so it stays.
   */
  restore: ['sessions', 'keys', 'cards'],
} as const satisfies Record<string, readonly Way[]>

/** An event in the life of one account. */
export type WaysInEvent = Exclude<keyof typeof ENDS, 'restore'>
type Way = 'sessions' | 'sessionsByCard' | 'accounts' | 'passkeys' | 'passkeysByCard' | 'keys' | 'cards'

/**
 * What stays: the session that causes the event, passkeys that were made in its browser by a session that did not come by a
 * sign-in card (several people may use one computer), and the account of a provider that proves the address.
 */
interface Spared {
  sessionId?: string | undefined
  browserId?: string | undefined
  account?: { providerId: string; accountId: string } | undefined
}

type End = (tx: Transaction, userId: string, spared: Spared) => Promise<number>

const endSessions =
  (which?: SQL): End =>
  async (tx, userId, { sessionId }) => {
    const others = sessionId === undefined ? undefined : ne(session.id, sessionId)
    return countOf(await tx.delete(session).where(and(eq(session.userId, userId), which, others)))
  }

const endPasskeys =
  (which?: SQL): End =>
  async (tx, userId, { browserId }) => {
    const others =
      browserId === undefined
        ? undefined
        : or(isNotNull(passkey.cardAt), isNull(passkey.browserId), ne(passkey.browserId, browserId))
    return countOf(await tx.delete(passkey).where(and(eq(passkey.userId, userId), which, others)))
  }

const countOf = ({ rowCount }: { rowCount: number | null }): number => rowCount ?? 0

const END: Record<Way, End> = {
  sessions: endSessions(),
  sessionsByCard: endSessions(isNotNull(session.cardAt)),
  accounts: async (tx, userId, { account: kept }) => {
    const others = kept && or(ne(account.providerId, kept.providerId), ne(account.accountId, kept.accountId))
    return countOf(await tx.delete(account).where(and(eq(account.userId, userId), others)))
  },
  passkeys: endPasskeys(),
  passkeysByCard: endPasskeys(isNotNull(passkey.cardAt)),
  keys: async (tx, userId) => countOf(await tx.delete(apiKey).where(eq(apiKey.userId, userId))),
  cards: async (tx, userId) => Number(await revokeCard(tx, userId)),
}

/**
 * Ends the ways into an account that must not outlive an event, by `ENDS`; the only place that does it for a whole account.
 * Returns how many of each kind ended. Locks the user first: a session that is being made waits (`lock_session_user`) and is
 * either ended here or made after the event, when its card is revoked already.
 */
export async function endWaysIn(
  tx: Transaction,
  event: WaysInEvent,
  userId: string,
  spared: Spared = {},
): Promise<Partial<Record<Way, number>>> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  const ended: Partial<Record<Way, number>> = {}
  for (const way of ENDS[event]) ended[way] = await END[way](tx, userId, spared)
  return ended
}

type EndAll = (tx: Pick<Database, 'delete'>) => Promise<unknown>

const END_ALL: Record<(typeof ENDS.restore)[number], EndAll> = {
  sessions: (tx) => tx.delete(session),
  keys: (tx) => tx.delete(apiKey),
  cards: (tx) => tx.delete(signInCard),
}

/** Ends the ways into all accounts of a library that was restored, by `ENDS`, and what waits for a code. */
export async function endEveryWayIn(tx: Pick<Database, 'delete'>): Promise<void> {
  for (const way of ENDS.restore) await END_ALL[way](tx)
  await tx.delete(verification)
  await tx.delete(verificationCode)
}
