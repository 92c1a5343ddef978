import { and, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { account, user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'

/**
 * Marks a user whom a manager has added with a name as onboarded at their first sign-in, which skips onboarding. A name
 * from a social provider does not count: onboarding asks whether it is right.
 */
export async function onboardNamedUser(userId: string): Promise<void> {
  const ofProvider = db
    .select({ one: sql`1` })
    .from(account)
    .where(eq(account.userId, userId))
  await db
    .update(user)
    .set({ onboardedAt: now() })
    .where(and(eq(user.id, userId), isNull(user.onboardedAt), ne(user.name, ''), notExists(ofProvider)))
}
