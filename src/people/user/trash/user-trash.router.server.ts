import { notifyAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { trashProcedures } from '#kit/trash/shared/trash-procedures.server.ts'
import { trashIdsSchema } from '#kit/trash/shared/trash.schema.ts'
import { losses } from '#base/mail/user-notices.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { notifyOfRestoration } from '../user-removal.server.ts'
import { deleteTrashedUsers, restoreUsers } from './user-trash.server.ts'
import { userTrashList } from './user-trash-list.server.ts'
import { deletedUserSchema, restoredUsersSchema } from './user-trash.schema.ts'

const MAILS_AT_ONCE = 20

/** Restores users from the trash, and tells them; those who cannot be are named. Errors as `restoreUsers`. */
const restore = procedure('user:delete', { takenBack: 'undo' })
  .input(trashIdsSchema)
  .output(restoredUsersSchema)
  .handler(async ({ input: { ids }, context: { session } }) => {
    const { users, ...outcome } = await withActor(session.actor, (tx) => restoreUsers(tx, ids, session))
    const told: (boolean | null)[] = []
    for (let at = 0; at < users.length; at += MAILS_AT_ONCE) {
      const some = users.slice(at, at + MAILS_AT_ONCE)
      // Not all connections to the mail server at once.
      told.push(...(await Promise.all(some.map((one) => notifyOfRestoration(one, session)))))
    }
    return { ...outcome, isTold: told.some((one) => one !== null) ? !told.includes(false) : null }
  })

export const userTrashRouter = {
  ...trashProcedures({
    trash: userTrashList,
    reading: procedure('user:delete', { takenBack: 'nothing' }),
    deleting: procedure('user:delete', { takenBack: 'never' }),
    item: deletedUserSchema,
    deleteForGood: deleteTrashedUsers,
    tell: (session, count, isSingle) => notifyAdminsOfLoss(session.user, losses.users(count), isSingle),
  }),
  restore,
}
