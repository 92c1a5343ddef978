import { and, eq, gte, isNull } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { noteBookChange } from '#base/db/note-book-change.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookBulkRow, type BulkOperation } from '#base/db/tables/book-bulk.ts'
import { genre } from '#base/db/tables/genre.ts'
import { now } from '#base/lib/clock.ts'
import type { ValueOfField } from '#base/lib/noun.ts'
import { batchRunner } from '#kit/batch/shared/run-batch.server.ts'
import { isForGood, permissionOf } from './bulk.schema.ts'
import { bulkChanges, undoBulkChunk, writeBulkChunk, type BulkChangeRecord } from './bulk-write.server.ts'

type Ending = 'finish' | 'cancel' | 'fail' | 'finishUndo'

/** Ends a change, with its entry in the activity; false when its state does not allow that (any more). */
export const finishBulk = (id: string, name: Ending, failure: string | null = null): Promise<boolean> => {
  const isEarly = ({ step }: BulkChangeRecord) => step === 'write' && name !== 'finish'
  return bulkChanges.tryMove(id, name, {
    values: (bulk) => ({ failure, finishedAt: now(), ...(isEarly(bulk) && { total: bulk.processed }) }),
    also: async (tx, bulk, before) => {
      // Rows that were not processed are no longer part of the change.
      if (isEarly(before))
        await tx.delete(bookBulkRow).where(and(eq(bookBulkRow.bulkId, id), gte(bookBulkRow.at, bulk.total)))
      if (before.step === 'write' || name === 'finishUndo') await noteInActivity(tx, bulk)
    },
  })
}

async function noteInActivity(tx: Transaction, { id, state, operation, userId, inNameOf }: BulkChangeRecord) {
  const isOfIt = and(eq(bookBulkRow.bulkId, id), eq(bookBulkRow.result, 'changed'), isNull(bookBulkRow.kept))
  const books = await tx.$count(bookBulkRow, isOfIt)
  if (books === 0) return
  await noteBookChange(tx)
  await tx.insert(activity).values({
    actorKind: userId ? 'person' : 'system',
    actorId: userId,
    inNameOf,
    action: state === 'undone' ? 'book.undo-bulk' : `book.bulk-${operation.kind}`,
    subjectKind: 'book',
    subjectId: id,
    subjectName: await subjectOf(tx, operation),
    after: {
      books,
      ...('field' in operation && { operand: operation.field }),
      ...(isForGood(operation) && { isForGood: true }),
      ...(operation.kind === 'set' && { isCleared: isEmpty(operation.value) }),
    },
  })
}

const isEmpty = (value: ValueOfField): boolean => !value || (Array.isArray(value) && value.length === 0)

/** The text by which the activity describes the operation: the new value, a genre's name, or the text to be found. */
async function subjectOf(tx: Transaction, operation: BulkOperation): Promise<string> {
  if (operation.kind === 'delete' || operation.kind === 'turn') return ''
  if (operation.kind === 'replace') return operation.find
  const { field, value } = operation
  if (field !== 'genreId' || value === null) return Array.isArray(value) ? value.join('; ') : String(value ?? '')
  const [found] = await tx
    .select({ name: genre.name })
    .from(genre)
    .where(eq(genre.id, String(value)))
  return found?.name ?? ''
}

/** Runs bulk changes, in the background too. */
export const { run: runBulk, job: bulkJob } = batchRunner<BulkChangeRecord>({
  name: 'bulk-change',
  batches: bulkChanges,
  needs: ({ userId, operation }) => ({ userId, permission: permissionOf(operation) }),
  runChunk: ({ id, step }) => (step === 'write' ? writeBulkChunk(id) : undoBulkChunk(id)),
  end: ({ id, step }) => finishBulk(id, step === 'write' ? 'finish' : 'finishUndo'),
  fail: (id, failure) => finishBulk(id, 'fail', failure),
})
