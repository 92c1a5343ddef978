import { endBannedSessions, forgetBannedSessions } from '#auth/session/ban-notice.server.ts'
import { withActor } from '#db/actor.server.ts'
import { bannedMail, unbannedMail } from '#mail/user-notices.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { withEntityTag } from '#rpc/precondition.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { toUser, lockUser, refuseOneself, setUser, type NotifiableUser } from './user-row.server.ts'
import { notifyUser } from './user-notify.server.ts'
import { banSchema } from './user-ban.schema.ts'
import { notifiedUserSchema, userIdSchema } from './user.schema.ts'

/** Whether a user was banned already, for the same reason and until the same time. */
const isSameBan = (found: NotifiableUser, { banReason, banExpires }: NotifiableUser): boolean =>
  found.banned && found.banReason === banReason && found.banExpires?.getTime() === banExpires?.getTime()

/**
 * Bans a user, for a time or until it is lifted, and ends all sessions. A banned user gets the new ban, and a mail if
 * reason or end differ. YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN.
 */
export const ban = procedure('user:ban')
  .route({
    method: 'POST',
    path: '/users/{id}/ban',
    operationId: 'banUser',
    summary: 'Ban a user',
    description:
      'Bans a user, for a time or until it is lifted, and signs them out everywhere at once. Whoever is banned already is banned anew.',
    successDescription: 'The user, banned.',
    tags: ['Users'],
    spec: documentProblems('LAST_ADMIN', 'YOU_CANNOT_BAN_YOURSELF'),
  })
  .input(banSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { id, reason, until }, context }) => {
    const { session } = context
    refuseOneself(session, id, 'YOU_CANNOT_BAN_YOURSELF')
    const banReason = reason === '' ? null : reason
    const [before, after] = await withActor(session.actor, async (tx) => {
      const found = await lockUser(tx, id)
      const saved = await setUser(tx, found.id, { banned: true, banReason, banExpires: until })
      await endBannedSessions(tx, saved.id)
      return [found, saved]
    })
    if (isSameBan(before, after)) return { ...withEntityTag(context, toUser(after)), isTold: null }
    return {
      ...withEntityTag(context, toUser(after)),
      isTold: await notifyUser(after, () => bannedMail(after.email, { reason: banReason, until })),
    }
  })

/** Lifts a ban; changes nothing without one. */
export const unban = procedure('user:ban')
  .route({
    method: 'DELETE',
    path: '/users/{id}/ban',
    operationId: 'unbanUser',
    summary: 'Lift a ban',
    description: 'Lifts the ban of a user. Of whoever is not banned nothing changes.',
    successDescription: 'The user without a ban.',
    tags: ['Users'],
  })
  .input(userIdSchema)
  .output(notifiedUserSchema)
  .handler(async ({ input: { id }, context }) => {
    const { session } = context
    const [before, after] = await withActor(session.actor, async (tx) => {
      const found = await lockUser(tx, id)
      if (!found.banned) return [found, found]
      await forgetBannedSessions(tx, id)
      return [found, await setUser(tx, found.id, { banned: false, banReason: null, banExpires: null })]
    })
    return {
      ...withEntityTag(context, toUser(after)),
      isTold: before.banned ? await notifyUser(after, () => unbannedMail(after.email)) : null,
    }
  })
