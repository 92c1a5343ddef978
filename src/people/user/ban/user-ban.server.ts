import { noteBannedSessions, forgetBannedSessions } from '#base/auth/session/ban-notice.server.ts'
import { notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { bannedMail, losses, unbannedMail } from '#base/mail/user-notices.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireVersion, withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure, type RpcContext } from '#base/rpc/procedure.server.ts'
import { toUser, isAdmin, lockUser, refuseOneself, setUser, type NotifiableUser } from '../user-row.server.ts'
import { notifyUser } from '../user-notify.server.ts'
import { banSchema, banVersionSchema } from './user-ban.schema.ts'
import { notifiedUserSchema } from '../user.schema.ts'

/** Whether a user was banned already, for the same reason and until the same time. */
const isSameBan = (found: NotifiableUser, { banReason, banExpires }: NotifiableUser): boolean =>
  found.banned && found.banReason === banReason && found.banExpires?.getTime() === banExpires?.getTime()

/** Locks a user; with a version only as that, else CONFLICT: another manager may have banned them otherwise meanwhile. */
async function lockAsRead(tx: Transaction, context: RpcContext, id: string, version: number | undefined) {
  const found = await lockUser(tx, id)
  await requireVersion(context, version, toUser(found))
  return found
}

/**
 * Bans a user, for a time or until it is lifted, and ends all sessions and API keys. A banned user gets the new ban, and a mail if
 * reason or end differ. YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN, CONFLICT; SESSION_EXPIRED for an admin, unless reauthenticated.
 */
export const ban = procedure('user:ban', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/users/{id}/ban',
    operationId: 'imposeBan',
    summary: 'Ban a user',
    description:
      'Bans a user, for a time or until it is lifted, signs them out everywhere at once and deletes their API keys. Whoever is banned already is banned anew. Banning an admin needs a session that was proven in the last ten minutes, never an API key.',
    successDescription: 'The user, banned.',
    tags: ['Users'],
    spec: documentProblems('SESSION_EXPIRED', 'LAST_ADMIN', 'YOU_CANNOT_BAN_YOURSELF', 'CONFLICT'),
  })
  .input(banSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { id, version, reason, until }, context }) => {
    const { session } = context
    const banReason = reason === '' ? null : reason
    const [before, after] = await withActor(session.actor, async (tx) => {
      const found = await lockAsRead(tx, context, id, version)
      return [found, await applyBan(tx, session, found, { banReason, banExpires: until })] as const
    })
    return { ...withEntityTag(context, toUser(after)), isTold: await notifyOfBan(before, after, session) }
  })

/** Bans a locked user and ends all sessions and API keys, as `ban` does. YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN, SESSION_EXPIRED. */
export async function applyBan(
  tx: Transaction,
  session: CurrentSession,
  { id, role }: NotifiableUser,
  limits: Pick<NotifiableUser, 'banReason' | 'banExpires'>,
): Promise<NotifiableUser> {
  refuseOneself(session, id, 'YOU_CANNOT_BAN_YOURSELF')
  if (isAdmin(role)) requireRecentSession(session)
  const saved = await setUser(tx, id, { banned: true, ...limits })
  await noteBannedSessions(tx, id)
  await endWaysIn(tx, 'ban', id)
  return saved
}

/** Lifts the ban of a locked user, as `unban` does: SESSION_EXPIRED for an admin, unless reauthenticated. */
export async function liftBan(
  tx: Transaction,
  session: CurrentSession,
  { id, role }: NotifiableUser,
): Promise<NotifiableUser> {
  if (isAdmin(role)) requireRecentSession(session)
  await forgetBannedSessions(tx, id)
  // What was made in spite of the ban must not come to life.
  await endWaysIn(tx, 'ban', id)
  return setUser(tx, id, { banned: false, banReason: null, banExpires: null })
}

/**
 * Mails about a ban that is new, other than before, or lifted; null where nothing changed, else whether the mail was
 * sent. Of an admin's ban all admins too.
 */
export async function notifyOfBan(before: NotifiableUser, after: NotifiableUser, { user: by }: CurrentSession) {
  const { banned, banReason: reason, banExpires: until } = after
  if (banned ? isSameBan(before, after) : !before.banned) return null
  if (banned && isAdmin(after.role)) notifyAdminsOfLoss(by, losses.bannedAdmin(after))
  return notifyUser(after, (email) => (banned ? bannedMail(email, { reason, until }) : unbannedMail(email)))
}

/** Lifts a ban; changes nothing without one. CONFLICT. */
export const unban = procedure('user:ban', { takenBack: 'undo' })
  .route({
    method: 'DELETE',
    path: '/users/{id}/ban',
    operationId: 'unbanUser',
    summary: 'Lift a ban',
    description: 'Lifts the ban of a user. Of whoever is not banned nothing changes.',
    successDescription: 'The user without a ban.',
    tags: ['Users'],
    spec: documentProblems('SESSION_EXPIRED', 'CONFLICT'),
  })
  .input(banVersionSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { id, version }, context }) => {
    const { session } = context
    const [before, after] = await withActor(session.actor, async (tx) => {
      const found = await lockAsRead(tx, context, id, version)
      return [found, found.banned ? await liftBan(tx, session, found) : found] as const
    })
    return { ...withEntityTag(context, toUser(after)), isTold: await notifyOfBan(before, after, session) }
  })
