import { eq } from 'drizzle-orm'
import { notifyAdmins } from '#base/auth/admin-notice.server.ts'
import { can, grantsMore } from '#base/auth/permissions.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'

/** Whether the address is listed in ADMIN_EMAIL; never that of a user who has none. */
export const isAdminEmail = (email: string | null): boolean =>
  email !== null && !isPlaceholder(email) && inForce().adminEmails.includes(email.toLowerCase())

/** Fields of a new user: role admin for a verified address that ADMIN_EMAIL lists. */
export const roleAtCreation = (email: string, isProven: boolean) =>
  isProven && isAdminEmail(email) ? { role: 'admin', adminListedAt: now() } : { role: 'user', adminListedAt: null }

/**
 * At a sign-in: a user who is newly listed in ADMIN_EMAIL becomes an admin once, so that a later demotion holds. A user
 * who is removed from the list and listed again becomes an admin again.
 */
export async function applyAdminEmails(userId: string): Promise<void> {
  const [row] = await db.select().from(user).where(eq(user.id, userId))
  if (!row) return
  const listed = row.emailVerified && isAdminEmail(row.email)
  if (listed && row.adminListedAt === null) {
    await db.transaction(async (tx) => {
      await tx.update(user).set({ role: 'admin', adminListedAt: now() }).where(eq(user.id, userId))
      if (grantsMore(row.role, 'admin')) await endWaysIn(tx, 'role', userId)
    })
    if (!can(row.role, 'user:set-role')) notifyAdmins(row, undefined)
  } else if (!listed && row.adminListedAt !== null) {
    await db.update(user).set({ adminListedAt: null }).where(eq(user.id, userId))
  }
}
