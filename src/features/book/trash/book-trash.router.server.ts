import * as z from 'zod/mini'
import { recordDeletionForGood } from '#auth/admin-notice.server.ts'
import { withActor } from '#db/actor.server.ts'
import { countRows, readPage } from '#db/list/page.server.ts'
import { withTimeout } from '#db/list/versioned-cache.server.ts'
import { deletedBook } from '#db/tables/deleted-book.ts'
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
import { bookIdSchema } from '../book.schema.ts'
import { deleteTrashedBooks, restoreBooks } from './book-trash.server.ts'
import { findDeletedBook, bookTrashFilter, bookTrashList } from './book-trash-list.server.ts'
import { deletedBookOrNullSchema, bookTrashPageSchema } from './book-trash.schema.ts'

/** A page of the trash, the last deleted first, without waiting for its total. */
const list = procedure('book:delete', { takenBack: 'nothing' })
  .input(trashListInputSchema)
  .output(bookTrashPageSchema)
  .handler(async ({ input: { searchTerm, ...page }, signal }) => {
    const query = { ...page, sort: 'deleted', searchTerm: '', filter: bookTrashFilter(searchTerm), signal }
    const { items, nextCursor, total } = await readPage(bookTrashList, query)
    return { items: items.map(withDaysLeft), nextCursor, total: await withTimeout(total()) }
  })

/** The exact number of books in the trash that a search finds. */
const count = procedure('book:delete', { takenBack: 'nothing' })
  .input(trashFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({
    total: await countRows(bookTrashList, { searchTerm: '', filter: bookTrashFilter(input.searchTerm) }),
  }))

/** A deleted book: when, by whom; null for a book that is not in the trash. */
const get = procedure('book:delete', { takenBack: 'nothing' })
  .input(bookIdSchema)
  .output(deletedBookOrNullSchema)
  .handler(async ({ input: { id } }) => (isUuid(id) ? ((await findDeletedBook(id)) ?? null) : null))

/** Whether a book is in the trash: its page says to readers that it was removed, and no more. */
const isDeleted = procedure('book:read')
  .input(bookIdSchema)
  .output(z.boolean())
  .handler(async ({ input: { id } }) => isUuid(id) && (await findDeletedBook(id)) !== undefined)

/** Restores books from the trash; those that cannot be are named, and the rest is restored. */
const restore = procedure('book:delete', { takenBack: 'undo' })
  .input(trashIdsSchema)
  .output(restoredSchema)
  .handler(({ input: { ids }, context: { session } }) => withActor(session.actor, (tx) => restoreBooks(tx, ids)))

/** Deletes books of the trash for good. Answers the ids of those that were in it. SESSION_EXPIRED unless reauthenticated. */
const remove = procedure('book:delete', { takenBack: 'never' })
  .input(trashIdsSchema)
  .output(z.object({ removed: z.array(z.uuid()) }))
  .handler(async ({ input: { ids }, context: { session } }) => {
    const removed = await withActor(session.actor, (tx) => deleteTrashedBooks(tx, ids, session.actor))
    recordDeletionForGood(session, 'books', removed.length)
    return { removed }
  })

/** Deletes all books for good that were deleted until a moment, by many at a time. SESSION_EXPIRED unless reauthenticated. */
const empty = procedure('book:delete', { takenBack: 'never' })
  .input(trashUntilSchema)
  .handler(async ({ input: { until }, context: { session } }) => {
    const removed = await emptyOf(deletedBook, until, session.actor, (tx, ids) =>
      deleteTrashedBooks(tx, ids, session.actor),
    )
    recordDeletionForGood(session, 'books', removed)
  })

export const bookTrashRouter = { list, count, get, isDeleted, restore, remove, empty }
