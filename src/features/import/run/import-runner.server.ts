import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { requireStillAllowed } from '#auth/still-allowed.server.ts'
import { setActor } from '#db/actor.server.ts'
import { withLock, workJob } from '#db/background.server.ts'
import { db } from '#db/connection/client.server.ts'
import { noteBookChange } from '#db/note-book-change.server.ts'
import { activity } from '#db/tables/activity.ts'
import { bookImport } from '#db/tables/book-import.ts'
import { now } from '#lib/clock.ts'
import { completeRefusedCells } from '../staging/import-refused.server.ts'
import { countUndone, undoChunk } from './import-undo.server.ts'
import { writeRows, type ImportRecord } from './import-write.server.ts'

/**
 * Runs an import to its end, or until it is paused, cancelled or `signal` is aborted. Returns it as it is then, or
 * undefined when another process runs it; if that is killed, the next one goes on with the chunk after the last
 * committed one.
 */
export const runImport = (
  id: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (record: ImportRecord) => Promise<void> | void } = {},
): Promise<ImportRecord | undefined> => withLock(id, () => runLocked(id, signal, onProgress))

async function runLocked(
  id: string,
  signal: AbortSignal | undefined,
  onProgress: ((record: ImportRecord) => Promise<void> | void) | undefined,
): Promise<ImportRecord | undefined> {
  for (;;) {
    const [record] = await db.select().from(bookImport).where(eq(bookImport.id, id))
    if (record?.state !== 'running' || signal?.aborted) return record
    const isAtEnd = record.step === 'write' ? record.processed >= record.total : record.processed === 0
    if (isAtEnd) await end(record)
    else {
      // An import of the command line has no user; an undo always has one.
      if (record.step === 'undo') await requireStillAllowed(record.undoneBy, 'catalogue:import')
      else if (record.userId !== null) await requireStillAllowed(record.userId, 'catalogue:import')
      const saved = await (record.step === 'write' ? writeRows(id) : undoChunk(id))
      if (saved) await onProgress?.(saved)
    }
  }
}

/** Ends an import: new words are sorted into the search indexes, and it becomes one entry of the activity. */
async function end(record: ImportRecord): Promise<void> {
  if (record.step === 'write') {
    await completeRefusedCells(record)
    await db.execute(sql`
      select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'book'::regclass and relam = (select oid from pg_am where amname = 'gin')`)
  }
  await finishImport(record, record.step === 'write' ? 'done' : 'undone')
}

/** Sets the final state of a running import, with its entry in the activity; false when it does not run any more. */
export async function finishImport(record: ImportRecord, state: 'done' | 'cancelled' | 'undone'): Promise<boolean> {
  return db.transaction(async (tx) => {
    await setActor(tx, 'none')
    const at = now()
    const ended = await tx
      .update(bookImport)
      .set(
        state === 'undone' ? { state, undoneAt: at } : { state, finishedAt: at, total: sql`${bookImport.processed}` },
      )
      .where(
        and(
          eq(bookImport.id, record.id),
          eq(bookImport.state, record.state),
          // It may have ended, and its undo begun, since the record was read.
          eq(bookImport.step, record.step),
        ),
      )
      .returning()
    const [last] = ended
    if (!last) return false
    const { created, updated, copies } = last
    if (created + updated + copies === 0) return true
    await noteBookChange(tx)
    const isUndone = state === 'undone'
    const { deleted, restored, kept, copiesRemoved } = await countUndone(last, tx)
    await tx.insert(activity).values({
      // The operator imports by the command line, which cannot undo.
      actorKind: isUndone || record.userId ? 'person' : 'operator',
      actorId: isUndone ? record.undoneBy : record.userId,
      action: isUndone ? 'book.undo-import' : 'book.import',
      subjectKind: 'book',
      subjectId: record.id,
      subjectName: record.filename,
      after: isUndone
        ? { created: deleted, updated: restored, kept, ...(copies > 0 && { copies: copiesRemoved }) }
        : { created, updated, ...(copies > 0 && { copies }) },
    })
    return true
  })
}

/** Marks a running import as failed. */
export const failImport = (id: string, failure: string | null) =>
  db
    .update(bookImport)
    .set({ state: 'failed', finishedAt: now(), failure })
    .where(and(eq(bookImport.id, id), eq(bookImport.state, 'running')))

/** Runs imports in the background. The books that a failed one has written stay until it is undone. */
export const importJob = workJob({
  name: 'import',
  listRunning: () =>
    db
      .select({ id: bookImport.id })
      .from(bookImport)
      .where(and(eq(bookImport.state, 'running'), ne(bookImport.step, 'collect')))
      .orderBy(asc(bookImport.startedAt)),
  run: runImport,
  fail: failImport,
})
