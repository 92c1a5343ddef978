import { eq } from 'drizzle-orm'
import { can, type Permission } from '#base/auth/permissions.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { createError } from '#base/errors/create-error.server.ts'

/**
 * Throws FORBIDDEN if the user who started a work in the background was banned or deleted, or has lost the permission
 * since.
 */
export async function requireStillAllowed(userId: string | null, permission: Permission): Promise<void> {
  const [person] = userId
    ? await db
        .select({ role: user.role, banned: user.banned, banExpires: user.banExpires })
        .from(user)
        .where(eq(user.id, userId))
    : []
  if (!person || isBanned(person) || !can(person.role, permission)) throw createError('FORBIDDEN')
}
