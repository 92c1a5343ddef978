import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { trashProcedures } from '#kit/trash/shared/trash-procedures.server.ts'
import { restoredSchema } from '#kit/trash/shared/trash.schema.ts'
import { copyRestorationSchema, deletedCopySchema } from './copy-trash.schema.ts'
import { copyTrashList, deleteTrashedCopies, restoreCopies } from './copy-trash.server.ts'

/** Restores copies from the trash; those that cannot be are named, and the rest is restored. */
const restore = procedure('copy:delete', { takenBack: 'undo' })
  .input(copyRestorationSchema)
  .output(restoredSchema)
  .handler(({ input: { ids, isRenumbered }, context: { session } }) =>
    retryTransaction(() => withActor(session.actor, (tx) => restoreCopies(tx, ids, { isRenumbered }))),
  )

export const copyTrashRouter = {
  ...trashProcedures({
    trash: copyTrashList,
    reading: procedure('copy:delete', { takenBack: 'nothing' }),
    deleting: procedure('copy:delete', { takenBack: 'never' }),
    item: deletedCopySchema,
    deleteForGood: deleteTrashedCopies,
    tell: (session, count) => recordDeletionForGood(session, 'copies', count),
  }),
  restore,
}
