import { eq } from 'drizzle-orm'
import { asActor, type Transaction } from '#db/acting.server.ts'
import { session as sessions, user } from '#db/tables/user.ts'
import { notFound } from '#lib/app-error.ts'
import { bannedMail, unbannedMail } from '#mail/user-notices.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { asRead, lockUser, nextVersion, refuseOneself, toldColumns, type ToldUser } from './user-row.server.ts'
import { tell } from './user-tell.server.ts'
import { banSchema, toldUserSchema, userIdSchema } from './user.schema.ts'

type Ban = Pick<ToldUser, 'banned' | 'banReason' | 'banExpires'>

async function setBan(tx: Transaction, found: ToldUser, ban: Ban): Promise<ToldUser> {
  const [saved] = await tx
    .update(user)
    .set({ ...ban, updatedAt: nextVersion(found) })
    .where(eq(user.id, found.id))
    .returning(toldColumns)
  if (!saved) throw notFound()
  return saved
}

/**
 * Bans a user, for a time or until it is lifted: signed out everywhere, at once. Whoever is banned already is banned
 * anew. YOU_CANNOT_BAN_YOURSELF, LAST_ADMIN.
 */
export const ban = procedure('user:ban')
  .route({ method: 'POST', path: '/users/{id}/ban', summary: 'Ban a user', tags: ['Users'] })
  .input(banSchema)
  .output(toldUserSchema)
  .handler(async ({ input: { id, reason, until }, context: { session } }) => {
    refuseOneself(session, id, 'YOU_CANNOT_BAN_YOURSELF')
    const banReason = reason === '' ? null : reason
    const after = await asActor(session.actor, async (tx) => {
      const saved = await setBan(tx, await lockUser(tx, id), { banned: true, banReason, banExpires: until })
      await tx.delete(sessions).where(eq(sessions.userId, saved.id))
      return saved
    })
    return { ...asRead(after), isTold: await tell(after, () => bannedMail(after.email, { reason: banReason, until })) }
  })

/** Lifts a ban; of whoever is not banned nothing changes. */
export const unban = procedure('user:ban')
  .route({ method: 'DELETE', path: '/users/{id}/ban', summary: 'Lift a ban', tags: ['Users'] })
  .input(userIdSchema)
  .output(toldUserSchema)
  .handler(async ({ input: { id }, context: { session } }) => {
    const [before, after] = await asActor(session.actor, async (tx) => {
      const found = await lockUser(tx, id)
      if (!found.banned) return [found, found]
      return [found, await setBan(tx, found, { banned: false, banReason: null, banExpires: null })]
    })
    return { ...asRead(after), isTold: before.banned ? await tell(after, () => unbannedMail(after.email)) : null }
  })
