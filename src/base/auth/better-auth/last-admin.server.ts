import { and, ne, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { rolesOf } from '#base/lib/roles-of.ts'

/**
 * Whether no other admin can sign in. Gives a clear error early; under concurrent requests the database trigger
 * `user_last_admin` decides.
 */
export async function isLastAdmin({ id, role }: { id: string; role: string }): Promise<boolean> {
  if (!rolesOf(role).includes('admin')) return false
  const [other] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(ne(user.id, id), sql`public.is_active_admin(${user.role}, ${user.banned}, ${user.banExpires})`))
    .limit(1)
  return other === undefined
}
