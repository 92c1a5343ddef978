import { isBanned } from '#auth/session/ban.schema.ts'
import { can } from '#auth/permissions.ts'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { mailIn } from '#mail/mail.server.ts'
import { newAdminMail } from '#mail/user-notices.server.ts'
import { like } from 'drizzle-orm'

interface Named {
  id: string
  name: string
  email: string
}

/** Whether a change of roles has made an admin, of a new user too. */
export const hasBecomeAdmin = (before: { role: string } | undefined, after: { role: string }): boolean =>
  can(after.role, 'user:set-role') && !(before && can(before.role, 'user:set-role'))

/**
 * Tells all other admins by mail that somebody has become one, each in their own language: whoever took over a session cannot do
 * that unnoticed. `by` is who did it; undefined for the settings of the server. The caller does not wait; a failure is
 * logged.
 */
export function tellAdmins(admin: Named, by: Omit<Named, 'id'> | undefined): void {
  const { log } = requestContext()
  const tell = async () => {
    const admins = await db.select().from(user).where(like(user.role, '%admin%'))
    // The new one reads of the role in another mail.
    const told = admins.filter((one) => one.id !== admin.id && can(one.role, 'user:set-role') && !isBanned(one))
    await Promise.all(told.map(({ email, language }) => mailIn(language, () => newAdminMail(email, admin, by))))
  }
  tell().catch((error: unknown) => log.error({ err: error }, 'The admins could not be told of a new one'))
}
