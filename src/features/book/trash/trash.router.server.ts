import * as z from 'zod/mini'
import { withActor } from '#db/actor.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { idSchema } from '../search/book-search.schema.ts'
import { deleteForGood, restoreBooks } from './trash.server.ts'
import { restoredSchema, trashIdsSchema } from './trash.schema.ts'

/** Restores books from the trash; those that cannot be are named, and the rest is restored. */
const restore = procedure('book:delete')
  .input(trashIdsSchema)
  .output(restoredSchema)
  .handler(({ input: { ids }, context: { session } }) => withActor(session.actor, (tx) => restoreBooks(tx, ids)))

/** Deletes books of the trash for good. Answers the ids of those that were in it. */
const remove = procedure('book:delete')
  .input(trashIdsSchema)
  .output(z.object({ removed: z.array(idSchema) }))
  .handler(({ input: { ids }, context: { session } }) =>
    withActor(session.actor, async (tx) => ({ removed: await deleteForGood(tx, ids, session.actor) })),
  )

export const bookTrashRouter = { restore, remove }
