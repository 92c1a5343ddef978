import { and, asc, eq, gte, isNull } from 'drizzle-orm'
import { requireStillAllowed } from '#auth/still-allowed.server.ts'
import { setActor, type Transaction } from '#db/actor.server.ts'
import { withLock, workJob } from '#db/background.server.ts'
import { db } from '#db/connection/client.server.ts'
import { noteBookChange } from '#db/note-book-change.server.ts'
import { activity } from '#db/tables/activity.ts'
import { bookBulk, bookBulkRow, type BulkOperation } from '#db/tables/book-bulk.ts'
import { genre } from '#db/tables/genre.ts'
import { now } from '#lib/clock.ts'
import type { ValueOfField } from '#lib/noun.ts'
import { isForGood, permissionOf } from './bulk.schema.ts'
import { runChunk, type BulkChangeRecord } from './bulk-write.server.ts'

interface RunOptions {
  signal?: AbortSignal
  onProgress?: (record: BulkChangeRecord) => Promise<void> | void
}

/**
 * Runs a bulk change to its end, or until it is cancelled or `signal` is aborted. Returns it as it is then, or
 * undefined when another process runs it; if that is killed, the next one goes on with the chunk after the last
 * committed one.
 */
export const runBulk = (id: string, options: RunOptions = {}): Promise<BulkChangeRecord | undefined> =>
  withLock(id, () => runLocked(id, options))

async function runLocked(id: string, { signal, onProgress }: RunOptions): Promise<BulkChangeRecord | undefined> {
  for (;;) {
    const [record] = await db.select().from(bookBulk).where(eq(bookBulk.id, id))
    if (record?.state !== 'running' || signal?.aborted) return record
    if (record.step === 'write' ? record.processed >= record.total : record.processed === 0) {
      await finishBulk(record, record.step === 'write' ? 'done' : 'undone')
      continue
    }
    await requireStillAllowed(record.userId, permissionOf(record.operation))
    const saved = await runChunk(id)
    if (saved) await onProgress?.(saved)
  }
}

/** Sets the final state of a running change, with its entry in the activity; false when it does not run any more. */
export const finishBulk = (
  record: BulkChangeRecord,
  state: 'done' | 'cancelled' | 'failed' | 'undone',
  failure: string | null = null,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await setActor(tx, 'none')
    const { id, operation, processed } = record
    const isEarly = record.step === 'write' && state !== 'done'
    const ended = await tx
      .update(bookBulk)
      .set({ state, failure, finishedAt: now(), ...(isEarly && { total: processed }) })
      .where(
        and(
          eq(bookBulk.id, id),
          eq(bookBulk.state, 'running'),
          eq(bookBulk.step, record.step),
          eq(bookBulk.processed, processed),
        ),
      )
      .returning({ id: bookBulk.id })
    if (ended.length === 0) return false
    // Rows that were not processed are no longer part of the change.
    if (isEarly) await tx.delete(bookBulkRow).where(and(eq(bookBulkRow.bulkId, id), gte(bookBulkRow.at, processed)))
    const isOfIt = and(eq(bookBulkRow.bulkId, id), eq(bookBulkRow.result, 'changed'), isNull(bookBulkRow.kept))
    const books = await tx.$count(bookBulkRow, isOfIt)
    if (books === 0 || (record.step === 'undo' && state === 'failed')) return true
    await noteBookChange(tx)
    await tx.insert(activity).values({
      actorKind: record.userId ? 'person' : 'system',
      actorId: record.userId,
      inNameOf: record.inNameOf,
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
    return true
  })

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

/** Runs bulk changes in the background. The books that a failed one has changed stay so until it is undone. */
export const bulkJob = workJob({
  name: 'bulk-change',
  listRunning: () =>
    db.select({ id: bookBulk.id }).from(bookBulk).where(eq(bookBulk.state, 'running')).orderBy(asc(bookBulk.startedAt)),
  run: runBulk,
  fail: async (id, failure) => {
    const [record] = await db.select().from(bookBulk).where(eq(bookBulk.id, id))
    if (record) await finishBulk(record, 'failed', failure)
  },
})
