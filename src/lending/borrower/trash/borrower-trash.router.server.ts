import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { trashProcedures } from '#kit/trash/shared/trash-procedures.server.ts'
import { restoredSchema } from '#kit/trash/shared/trash.schema.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { eraseTrashedBorrowers, restoreBorrowers } from '../shared/borrower-trash.server.ts'
import { borrowerTrashList } from './borrower-trash-list.server.ts'
import { borrowerRestorationSchema, deletedBorrowerSchema } from './borrower-trash.schema.ts'

/** Restores borrowers from the trash; those who cannot be are named, and the rest is restored. */
const restore = procedure('borrower:delete', { takenBack: 'undo' })
  .input(borrowerRestorationSchema)
  .output(restoredSchema)
  .handler(({ input: { ids, isRenumbered }, context: { session } }) =>
    withActor(session.actor, (tx) => restoreBorrowers(tx, ids, { isRenumbered })),
  )

export const borrowerTrashRouter = {
  ...trashProcedures({
    trash: borrowerTrashList,
    reading: procedure('borrower:delete', { takenBack: 'nothing' }),
    deleting: procedure('borrower:delete', { takenBack: 'never' }),
    item: deletedBorrowerSchema,
    deleteForGood: eraseTrashedBorrowers,
    tell: (session, count) => recordDeletionForGood(session, 'borrowers', count),
  }),
  restore,
}
