import { and, ne, sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'

/**
 * Whether nobody else is an admin who may come in. For a clear refusal beforehand; what holds under a race
 * is the table's own rule, `user_last_admin`.
 */
export async function isLastAdmin({ id, role }: { id: string; role: string }): Promise<boolean> {
  if (!role.split(',').includes('admin')) return false
  const [other] = await db
    .select({ id: user.id })
    .from(user)
    .where(and(ne(user.id, id), sql`public.is_active_admin(${user.role}, ${user.banned}, ${user.banExpires})`))
    .limit(1)
  return other === undefined
}
