import * as z from 'zod/mini'
import { recordDeletionForGood } from '#auth/admin-notice.server.ts'
import { withActor } from '#db/actor.server.ts'
import { countRows, readPage } from '#db/list/page.server.ts'
import { withTimeout } from '#db/list/versioned-cache.server.ts'
import { deletedBorrower } from '#db/tables/deleted-borrower.ts'
import { emptyOf, withDaysLeft } from '#db/trash.server.ts'
import {
  restoredSchema,
  trashFilterSchema,
  trashIdsSchema,
  trashListInputSchema,
  trashUntilSchema,
} from '#features/trash/shared/trash.schema.ts'
import { isUuid } from '#lib/uuid.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { borrowerIdSchema } from '../borrower.schema.ts'
import { eraseTrashedBorrowers, restoreBorrowers } from './borrower-trash.server.ts'
import { borrowerTrashFilter, borrowerTrashList, findDeletedBorrower } from './borrower-trash-list.server.ts'
import {
  borrowerRestorationSchema,
  borrowerTrashPageSchema,
  deletedBorrowerOrNullSchema,
} from './borrower-trash.schema.ts'

/** A page of the deleted borrowers, the last deleted first, without waiting for its total. */
const list = procedure('borrower:delete', { takenBack: 'nothing' })
  .input(trashListInputSchema)
  .output(borrowerTrashPageSchema)
  .handler(async ({ input: { searchTerm, ...page }, signal }) => {
    const query = { ...page, sort: 'deleted', searchTerm: '', filter: borrowerTrashFilter(searchTerm), signal }
    const { items, nextCursor, total } = await readPage(borrowerTrashList, query)
    return { items: items.map(withDaysLeft), nextCursor, total: await withTimeout(total()) }
  })

/** The exact number of deleted borrowers that a search finds. */
const count = procedure('borrower:delete', { takenBack: 'nothing' })
  .input(trashFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({
    total: await countRows(borrowerTrashList, { searchTerm: '', filter: borrowerTrashFilter(input.searchTerm) }),
  }))

/** A deleted borrower: when, by whom; null for one who is not in the trash. */
const get = procedure('borrower:delete', { takenBack: 'nothing' })
  .input(borrowerIdSchema)
  .output(deletedBorrowerOrNullSchema)
  .handler(async ({ input: { id } }) => (isUuid(id) ? ((await findDeletedBorrower(id)) ?? null) : null))

/** Restores borrowers from the trash; those who cannot be are named, and the rest is restored. */
const restore = procedure('borrower:delete', { takenBack: 'undo' })
  .input(borrowerRestorationSchema)
  .output(restoredSchema)
  .handler(({ input: { ids, isRenumbered }, context: { session } }) =>
    withActor(session.actor, (tx) => restoreBorrowers(tx, ids, { isRenumbered })),
  )

/** Erases borrowers of the trash. Returns the ids of those who were in it. SESSION_EXPIRED unless reauthenticated. */
const remove = procedure('borrower:delete', { takenBack: 'never' })
  .input(trashIdsSchema)
  .output(z.object({ removed: z.array(z.uuid()) }))
  .handler(async ({ input: { ids }, context: { session } }) => {
    const removed = await withActor(session.actor, (tx) => eraseTrashedBorrowers(tx, ids, session.actor))
    recordDeletionForGood(session, 'borrowers', removed.length)
    return { removed }
  })

/** Erases all borrowers who were deleted until a moment, by many at a time. SESSION_EXPIRED unless reauthenticated. */
const empty = procedure('borrower:delete', { takenBack: 'never' })
  .input(trashUntilSchema)
  .handler(async ({ input: { until }, context: { session } }) => {
    const removed = await emptyOf(deletedBorrower, until, session.actor, (tx, ids) =>
      eraseTrashedBorrowers(tx, ids, session.actor),
    )
    recordDeletionForGood(session, 'borrowers', removed)
  })

export const borrowerTrashRouter = { list, count, get, restore, remove, empty }
