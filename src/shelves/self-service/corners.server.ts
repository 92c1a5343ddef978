import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { callAuth } from '#base/auth/better-auth/call-auth.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { markCornerEnded, giveKey, keyHashIn, makeKey } from './corner-key.server.ts'
import type { ListedCorner, OpenCorner } from './corner.schema.ts'

/**
 * Makes a self-service corner of the device that sends the request: it gets a key of its own, and its session ends in the same answer. A
 * corner that it was before ends.
 */
export async function makeCorner(
  { user: { id: openedBy } }: CurrentSession,
  { name, returnsWithoutCard }: OpenCorner,
  browser: { cookies: string | null; userAgent: string | null },
): Promise<void> {
  const { key, keyHash } = makeKey()
  const [id, at] = [newId(), now()]
  await db
    .insert(selfServiceCorner)
    .values({ id, name, keyHash, openedBy, openedAt: at, countedFrom: at, returnsWithoutCard })
  try {
    await callAuth('/sign-out', {}, browser)
  } catch (error) {
    await db.delete(selfServiceCorner).where(eq(selfServiceCorner.id, id))
    throw error
  }
  const former = keyHashIn(browser.cookies)
  if (former)
    await db
      .update(selfServiceCorner)
      .set({ endedAt: at, borrowerId: null })
      .where(and(eq(selfServiceCorner.keyHash, former), isNull(selfServiceCorner.endedAt)))
  giveKey(key)
  recordSecurityEvent('self_service', { userId: openedBy, details: { what: 'opened', place: name } })
}

/** The open corners, locked ones first. */
export async function listCorners(): Promise<ListedCorner[]> {
  const rows = await db
    .select({
      id: selfServiceCorner.id,
      name: selfServiceCorner.name,
      openedBy: personName(user),
      openedAt: selfServiceCorner.openedAt,
      lastSeenAt: selfServiceCorner.lastSeenAt,
      lockedAt: selfServiceCorner.lockedAt,
      returnsWithoutCard: selfServiceCorner.returnsWithoutCard,
    })
    .from(selfServiceCorner)
    .innerJoin(user, eq(user.id, selfServiceCorner.openedBy))
    .where(isNull(selfServiceCorner.endedAt))
    .orderBy(desc(isNotNull(selfServiceCorner.lockedAt)), asc(selfServiceCorner.openedAt))
    .limit(100)
  return rows.map(({ lockedAt, ...row }) => ({ ...row, isLocked: lockedAt !== null }))
}

/** Ends a corner for good. NOT_FOUND where it has ended. */
export async function closeCorner({ user: { id: userId } }: CurrentSession, id: string): Promise<void> {
  const name = await markCornerEnded(id)
  if (name === undefined) throw createError('NOT_FOUND')
  recordSecurityEvent('self_service', { userId, details: { what: 'ended', place: name } })
}

/** Lets a locked corner go on: unknown cards are counted anew. NOT_FOUND where it is not open. */
export async function liftLock({ user: { id: userId } }: CurrentSession, id: string): Promise<void> {
  const [found] = await db
    .update(selfServiceCorner)
    .set({ lockedAt: null, unknownCards: 0, countedFrom: now() })
    .where(and(eq(selfServiceCorner.id, id), isNull(selfServiceCorner.endedAt)))
    .returning({ name: selfServiceCorner.name })
  if (!found) throw createError('NOT_FOUND')
  recordSecurityEvent('self_service', { userId, details: { what: 'unlocked', place: found.name } })
}

/** Milliseconds for which an ended corner is known by name, for what the desk shows of its acts. */
const LIFETIME = 30 * 86_400_000

/** Deletes corners that ended long ago. */
export async function cleanUpCorners(): Promise<void> {
  const old = new Date(now().getTime() - LIFETIME)
  await db
    .update(selfServiceCorner)
    .set({ endedAt: now() })
    .where(and(isNull(selfServiceCorner.openedBy), isNull(selfServiceCorner.endedAt)))
  await db.delete(selfServiceCorner).where(isOlder(selfServiceCorner.endedAt, old))
}
