import { consumeLimits, refusalOf } from '#base/auth/limits/rate-limits.server.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { can } from '#base/auth/permissions.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import type { ComposedMail } from '#base/mail/send.server.ts'
import {
  disputedSignInMail,
  losses,
  lossMail,
  lostPasskeyMail,
  newAdminMail,
  restoredLibraryMail,
  type Loss,
} from '#base/mail/user-notices.server.ts'
import { like } from 'drizzle-orm'

interface Named {
  id: string
  name: string
  email: string | null
}

/** Whether a change of roles has made the user an admin; `before` is undefined for a new user. */
export const hasBecomeAdmin = (before: { role: string } | undefined, after: { role: string }): boolean =>
  can(after.role, 'user:set-role') && !(before && can(before.role, 'user:set-role'))

/**
 * Tells all other admins by mail that somebody has become one, each in their own language: whoever took over a session cannot do
 * that unnoticed. `by` is who did it; undefined for the settings of the server.
 */
export const notifyAdmins = (admin: Named, by: Omit<Named, 'id'> | undefined): void =>
  void mailAdmins((email) => newAdminMail(email, admin, by), 'The admins could not be told of a new one', admin)

/** Tells all other admins that one of them has removed lost passkeys, by nothing but a code by mail. */
export const notifyAdminsOfLostPasskey = (admin: Named): void =>
  void mailAdmins((email) => lostPasskeyMail(email, admin), 'The admins could not be told of a lost passkey', admin)

/** Tells all other admins that one of them says a sign-in was not theirs. */
export const notifyAdminsOfDisputedSignIn = (admin: Named): void =>
  void mailAdmins(
    (email) => disputedSignInMail(email, admin),
    'The admins could not be told of a refused sign-in',
    admin,
  )

/** Tells all other admins that the library came back from a backup of `madeAt`, and who says to be this admin. */
export const notifyAdminsOfRestore = (admin: Named, madeAt: string | null): void =>
  void mailAdmins(
    (email) => restoredLibraryMail(email, admin, madeAt === null ? null : new Date(madeAt)),
    'The admins could not be told of a restore',
    admin,
  )

/** Most mails per hour about one admin. Single deletions have a limit of their own, so that many of them do not use up that of larger losses. */
const LOSSES = { one: { max: 1, seconds: 3600 }, many: { max: 10, seconds: 3600 } }

/**
 * Mails all admins that one of them deleted something for good or took an admin's access. The acting admin is mailed
 * too, since the session may be stolen. `isSingle` is for one book or user: only the first in an hour is mailed.
 */
export const notifyAdminsOfLoss = (by: Named, loss: Loss, isSingle = false): void =>
  void tellAdminsOfLoss(by, loss, isSingle)

/** What is recorded by its number; deleted users are recorded one by one, with their ids. */
const DELETED = {
  books: losses.books,
  booksBegun: losses.booksBegun,
  copies: losses.copies,
  borrowers: losses.borrowers,
}

/**
 * Records in the security log that things were deleted for good, by their number and without names, and mails all admins. Of
 * many calls for a single thing only the first in an hour is mailed. Nothing is recorded of none.
 */
export function recordDeletionForGood(
  { user: by, actor }: Pick<CurrentSession, 'user' | 'actor'>,
  what: keyof typeof DELETED,
  count: number,
): void {
  if (count === 0) return
  const details = { what: what === 'booksBegun' ? 'books' : what, count }
  recordSecurityEvent('deleted_for_good', { userId: by.id, actorId: actor.userId, details })
  notifyAdminsOfLoss(by, DELETED[what](count), what !== 'booksBegun' && count === 1)
}

/** As `notifyAdminsOfLoss`; resolves when the mails are on their way. Never rejects. */
export function tellAdminsOfLoss(by: Named, loss: Loss, isSingle = false): Promise<void> {
  const kind = isSingle ? 'one' : 'many'
  const consume = async () => consumeLimits([{ key: `loss:${kind}:${by.id}`, windows: [LOSSES[kind]] }])
  return mailAdmins(
    (email) => lossMail(email, by, loss),
    'The admins could not be told of a loss',
    undefined,
    // Mailed also where the limit cannot be read, as an attacker may keep the database busy.
    async () => !('refusal' in (await refusalOf(consume).catch(() => ({})))),
  )
}

/** All users who may make admins, but those who are banned. */
export async function activeAdmins() {
  const admins = await db.select().from(user).where(like(user.role, '%admin%'))
  return admins.filter((one) => can(one.role, 'user:set-role') && !isBanned(one))
}

/**
 * Mails all admins but the one whom it is about, who gets another mail, if `isDue`. A failure is logged with
 * `failure`.
 */
function mailAdmins(
  compose: (email: string) => Promise<ComposedMail>,
  failure: string,
  but?: Named,
  isDue = async (): Promise<boolean> => true,
): Promise<void> {
  const { log } = requestContext()
  const tell = async () => {
    // Who was an admin at the act, not after what follows it: a stolen session may delete the others next.
    const told = (await activeAdmins()).filter((one) => one.id !== but?.id)
    if (!(await isDue())) return
    await Promise.all(told.map(({ email, language }) => email !== null && mailIn(language, () => compose(email))))
  }
  return tell().catch((error: unknown) => log.error({ err: error }, failure))
}
