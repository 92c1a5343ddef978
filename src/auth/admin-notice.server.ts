import { isBanned } from '#auth/session/ban.schema.ts'
import { can } from '#auth/permissions.ts'
import { db } from '#db/client.server.ts'
import { user } from '#db/tables/user.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { mailIn } from '#mail/mail.server.ts'
import type { ComposedMail } from '#mail/send.server.ts'
import { disputedSignInMail, lostPasskeyMail, newAdminMail } from '#mail/user-notices.server.ts'
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
 * that unnoticed. `by` is who did it; undefined for the settings of the server.
 */
export const notifyAdmins = (admin: Named, by: Omit<Named, 'id'> | undefined): void =>
  mailOtherAdmins(admin, (email) => newAdminMail(email, admin, by), 'The admins could not be told of a new one')

/** Tells all other admins that one of them has removed lost passkeys, by nothing but a code by mail. */
export const notifyAdminsOfLostPasskey = (admin: Named): void =>
  mailOtherAdmins(admin, (email) => lostPasskeyMail(email, admin), 'The admins could not be told of a lost passkey')

/** Tells all other admins that one of them says a sign-in was not theirs. */
export const notifyAdminsOfDisputedSignIn = (admin: Named): void =>
  mailOtherAdmins(
    admin,
    (email) => disputedSignInMail(email, admin),
    'The admins could not be told of a refused sign-in',
  )

/** All users who may make admins, but those who are banned. */
export async function activeAdmins() {
  const admins = await db.select().from(user).where(like(user.role, '%admin%'))
  return admins.filter((one) => can(one.role, 'user:set-role') && !isBanned(one))
}

/** Mails all admins but the one whom it is about. The caller does not wait; a failure is logged with `failure`. */
function mailOtherAdmins({ id }: Named, compose: (email: string) => Promise<ComposedMail>, failure: string): void {
  const { log } = requestContext()
  const tell = async () => {
    // That one gets another mail.
    const told = (await activeAdmins()).filter((one) => one.id !== id)
    await Promise.all(told.map(({ email, language }) => mailIn(language, () => compose(email))))
  }
  tell().catch((error: unknown) => log.error({ err: error }, failure))
}
