import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import { rememberJob } from '#base/db/replica/own-writes.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import {
  cancelBulk,
  createBulkChange,
  findBulk,
  findRunningBulk,
  listBulkRows,
  startBulk,
  undoBulk,
  viewBulk,
} from './bulk.server.ts'
import {
  bulkIdSchema,
  bulkInputSchema,
  bulkMoveSchema,
  bulkRowsInputSchema,
  bulkRowsSchema,
  bulkSchema,
  permissionOf,
  runningBulkSchema,
} from './bulk.schema.ts'

// Who may delete books may do so in bulk, and undo it; all other operations need the permission to change books.

/**
 * Makes a change of many books, which waits for its start; nothing is written. VALIDATION_ERROR at the field when it
 * does not allow the value, or at `genreId` when the genre does not exist.
 */
const create = procedure('book:update', { takenBack: 'nothing' })
  .input(bulkInputSchema)
  .output(bulkSchema)
  .handler(({ input, context: { session } }) => {
    requireAccess(session, permissionOf(input.operation))
    return createBulkChange(input, session.actor)
  })

/** A bulk change with its counts; NOT_FOUND. */
const get = procedure('book:update', { takenBack: 'nothing' })
  .input(bulkIdSchema)
  .output(bulkSchema)
  .handler(async ({ input }) => {
    const bulk = await viewBulk(input.id)
    if (bulk.state !== 'running') await rememberJob()
    return bulk
  })

/** The bulk change of the caller that runs: a reload, or another tab, shows its progress again. */
const running = procedure('book:update', { takenBack: 'nothing' })
  .output(runningBulkSchema)
  .handler(async ({ context: { session } }) => ({ id: await findRunningBulk(session.actor) }))

/** A page of its books with their results; NOT_FOUND. */
const rows = procedure('book:update', { takenBack: 'nothing' })
  .input(bulkRowsInputSchema)
  .output(bulkRowsSchema)
  .handler(({ input }) => listBulkRows(input))

const moves = { start: startBulk, cancel: cancelBulk, undo: undoBulk }

/**
 * Starts, cancels or undoes a bulk change. BULK_STATE when its state does not allow it; NOT_FOUND; SESSION_EXPIRED for the start
 * of a deletion for good, unless reauthenticated.
 */
const move = procedure('book:update', { takenBack: 'by-input' })
  .input(bulkMoveSchema)
  .handler(async ({ input: { id, to, isForGood }, context: { session } }) => {
    const { operation } = await findBulk(id)
    requireAccess(session, permissionOf(operation))
    if (to !== 'start' || operation.kind !== 'delete' || !isForGood) return moves[to](id, session.actor)
    requireRecentSession(session)
    const { changed } = await viewBulk(id)
    await startBulk(id, session.actor, { ...operation, isForGood })
    recordDeletionForGood(session, 'booksBegun', changed)
  })

export const bookBulkRouter = { create, get, running, rows, move }
