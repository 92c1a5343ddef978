import { sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { noteBookChange } from '#base/db/note-book-change.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { now } from '#base/lib/clock.ts'
import { batchRunner } from '#kit/batch/shared/run-batch.server.ts'
import { kindOf, runOther } from '../other/other-imports.server.ts'
import { completeRefusedCells } from '../staging/import-refused.server.ts'
import { countUndone, undoChunk } from './import-undo.server.ts'
import { imports, writeRows, type ImportRecord } from './import-write.server.ts'

/** Ends an import: new words are sorted into the search indexes, and it becomes one entry of the activity. */
async function end(record: ImportRecord): Promise<void> {
  if (record.step === 'undo') return void (await finishImport(record.id, 'finishUndo'))
  if (record.about !== 'book') return void (await finishImport(record.id, 'finish'))
  await completeRefusedCells(record)
  await db.execute(sql`
    select gin_clean_pending_list(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'book'::regclass and relam = (select oid from pg_am where amname = 'gin')`)
  await finishImport(record.id, 'finish')
}

/** The counts of the preview hold until the first rows are written. */
const NOTHING = { created: 0, updated: 0, unchanged: 0, refused: 0, copies: 0 }

/** Ends an import, with its entry in the activity; false when its state does not allow that (any more). */
export const finishImport = (id: string, name: 'finish' | 'cancel' | 'finishUndo'): Promise<boolean> =>
  imports.tryMove(id, name, {
    values: ({ processed }) =>
      name === 'finishUndo'
        ? { undoneAt: now() }
        : { finishedAt: now(), total: processed, ...(processed === 0 && NOTHING) },
    also: noteInActivity,
  })

async function noteInActivity(tx: Transaction, record: ImportRecord): Promise<void> {
  const { created, updated, copies } = record
  if (created + updated + copies === 0) return
  const isUndone = record.state === 'undone'
  const other = kindOf(record)
  if (!other) await noteBookChange(tx)
  const { deleted, restored, kept, copiesRemoved } = other
    ? { copiesRemoved: 0, ...(await other.countUndone(record, tx)) }
    : await countUndone(record, tx)
  await tx.insert(activity).values({
    // The operator imports by the command line, which cannot undo.
    actorKind: isUndone || record.userId ? 'person' : 'operator',
    actorId: isUndone ? record.undoneBy : record.userId,
    action: `${record.about}.${isUndone ? 'undo-import' : 'import'}`,
    subjectKind: record.about,
    subjectId: record.id,
    subjectName: record.filename,
    after: isUndone
      ? { created: deleted, updated: restored, kept, ...(copies > 0 && { copies: copiesRemoved }) }
      : { created, updated, ...(copies > 0 && { copies }) },
  })
}

/** Marks a running import as failed. */
export const failImport = (id: string, failure: string | null): Promise<boolean> =>
  imports.tryMove(id, 'fail', { values: () => ({ finishedAt: now(), failure }) })

/** Runs imports, in the background too. */
export const { run: runImport, job: importJob } = batchRunner<ImportRecord>({
  name: 'import',
  batches: imports,
  needs: (record) => {
    const { step, userId, undoneBy } = record
    // An import of the command line has no user; an undo always has one.
    if (step === 'write' && userId === null) return undefined
    const permission = kindOf(record)?.permissions[0] ?? 'catalogue:import'
    return { userId: step === 'undo' ? undoneBy : userId, permission }
  },
  runChunk: (record) => {
    const other = kindOf(record)
    if (other) return runOther(record, other)
    return record.step === 'write' ? writeRows(record.id) : undoChunk(record.id)
  },
  end,
  fail: failImport,
})
