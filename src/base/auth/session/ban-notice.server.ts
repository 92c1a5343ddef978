import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { bannedSession, session, user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { isBanned, type BanNotice } from './ban.schema.ts'
import { readToken } from './session.server.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Stores the hash of each token of a user who is being banned, before the sessions end, so that the browser can show why. */
export async function noteBannedSessions(tx: Transaction, userId: string): Promise<void> {
  const sessions = await tx
    .select({ token: session.token, expiresAt: session.expiresAt })
    .from(session)
    // Without the sessions of impersonators, whose browsers must not show the ban.
    .where(and(eq(session.userId, userId), isNull(session.impersonatedBy)))
  const rows = sessions.map(({ token, expiresAt }) => ({ tokenHash: hashOf(token), userId, expiresAt }))
  if (rows.length > 0) await tx.insert(bannedSession).values(rows).onConflictDoNothing()
}

/** Deletes the stored hashes after a ban was lifted. */
export async function forgetBannedSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(bannedSession).where(eq(bannedSession.userId, userId))
}

/**
 * The ban that ended this browser's session, or null without one that still holds. Found by the signed session cookie,
 * so that no other visitor learns of the ban.
 */
export async function findBan(cookies: string | null): Promise<BanNotice | null> {
  const token = readToken(cookies)
  if (token === undefined) return null
  const at = now()
  const [row] = await db
    .select({ banned: user.banned, banReason: user.banReason, banExpires: user.banExpires })
    .from(bannedSession)
    .innerJoin(user, eq(user.id, bannedSession.userId))
    .where(and(eq(bannedSession.tokenHash, hashOf(token)), gt(bannedSession.expiresAt, at)))
  return row && isBanned(row, at) ? { reason: row.banReason, until: row.banExpires } : null
}
