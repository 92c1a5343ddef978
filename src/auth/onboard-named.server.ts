import { and, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { account, user } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'

/**
 * At a sign-in of somebody whom a manager has added by name: this is their first visit, and they are not asked for what
 * is known. A name that came from a provider is no such name: the welcome asks whether it is right.
 */
export async function onboardNamed(userId: string): Promise<void> {
  const ofProvider = db
    .select({ one: sql`1` })
    .from(account)
    .where(eq(account.userId, userId))
  await db
    .update(user)
    .set({ onboardedAt: now() })
    .where(and(eq(user.id, userId), isNull(user.onboardedAt), ne(user.name, ''), notExists(ofProvider)))
}
