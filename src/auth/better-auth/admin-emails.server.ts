import { eq } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import { env } from '#env/env.server.ts'
import { now } from '#lib/clock.ts'

/** Whether ADMIN_EMAIL names the address. */
export const isAdminEmail = (email: string): boolean => env().adminEmails.includes(email.toLowerCase())

/** What a new user gets: role admin if ADMIN_EMAIL lists an address that is proven. */
export const roleAtCreation = (email: string, isProven: boolean) =>
  isProven && isAdminEmail(email) ? { role: 'admin', adminListedAt: now() } : { role: 'user', adminListedAt: null }

/**
 * At a sign-in: whoever was listed since gets the role once, so that a later demotion stays;
 * whoever is listed no more may get it anew when listed again.
 */
export async function applyAdminEmails(userId: string): Promise<void> {
  const [found] = await db.select().from(user).where(eq(user.id, userId))
  if (!found) return
  const listed = found.emailVerified && isAdminEmail(found.email)
  if (listed && found.adminListedAt === null) {
    await db.update(user).set({ role: 'admin', adminListedAt: now() }).where(eq(user.id, userId))
  } else if (!listed && found.adminListedAt !== null) {
    await db.update(user).set({ adminListedAt: null }).where(eq(user.id, userId))
  }
}
