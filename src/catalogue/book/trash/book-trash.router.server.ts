import * as z from 'zod/mini'
import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { trashProcedures } from '#kit/trash/shared/trash-procedures.server.ts'
import { restoredSchema, trashIdsSchema } from '#kit/trash/shared/trash.schema.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { bookIdSchema } from '../book.schema.ts'
import { deleteTrashedBooks, restoreBooks } from '../shared/book-trash.server.ts'
import { bookTrashList } from './book-trash-list.server.ts'
import { deletedBookSchema } from './book-trash.schema.ts'

/** Whether a book is in the trash: its page says to readers that it was removed, and no more. */
const isDeleted = procedure('book:read')
  .input(bookIdSchema)
  .output(z.boolean())
  .handler(async ({ input: { id } }) => (await bookTrashList.find(id)) !== undefined)

/** Restores books from the trash; those that cannot be are named, and the rest is restored. */
const restore = procedure('book:delete', { takenBack: 'undo' })
  .input(trashIdsSchema)
  .output(restoredSchema)
  .handler(({ input: { ids }, context: { session } }) => withActor(session.actor, (tx) => restoreBooks(tx, ids)))

export const bookTrashRouter = {
  ...trashProcedures({
    trash: bookTrashList,
    reading: procedure('book:delete', { takenBack: 'nothing' }),
    deleting: procedure('book:delete', { takenBack: 'never' }),
    item: deletedBookSchema,
    deleteForGood: deleteTrashedBooks,
    tell: (session, count) => recordDeletionForGood(session, 'books', count),
  }),
  isDeleted,
  restore,
}
