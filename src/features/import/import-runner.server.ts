import { and, asc, eq } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { setActor } from '#db/actor.server.ts'
import { acquireClient, db } from '#db/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { bookImport } from '#db/tables/book-import.ts'
import { now } from '#lib/clock.ts'
import type { Logger } from '#lib/log.server.ts'
import { dropUpload } from '#db/uploads.server.ts'
import { completeRefusedCells } from './import-refused.server.ts'
import { undoChunk } from './import-undo.server.ts'
import { writeChunk, type ImportRecord } from './import-write.server.ts'

/** Milliseconds between looks for imports that another process has left. */
const POLL = 5000
/** Key space of the advisory locks, so that they meet no others. */
const LOCK_SPACE = 0x6d616b // 'mak'

/**
 * Runs an import to its end, or until it is paused, cancelled or `signal` is aborted. Returns it as it is then, or
 * undefined when another process runs it. That process holds an advisory lock, which PostgreSQL releases when the
 * process is killed; then the next one goes on with the chunk after the last committed one.
 */
export async function runImport(
  id: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (record: ImportRecord) => Promise<void> | void } = {},
): Promise<ImportRecord | undefined> {
  const client = await acquireClient()
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [LOCK_SPACE, id],
    )
    if (!rows[0]?.locked) return undefined
    try {
      return await runLocked(id, signal, onProgress)
    } finally {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, id])
    }
  } finally {
    client.release()
  }
}

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
      const saved = await (record.step === 'write' ? writeChunk(id) : undoChunk(id))
      if (saved) await onProgress?.(saved)
    }
  }
}

/** Ends an import: its file is dropped, and it becomes one entry of the activity. */
async function end(record: ImportRecord): Promise<void> {
  if (record.step === 'write') await completeRefusedCells(record)
  await finishImport(record, record.step === 'write' ? 'done' : 'undone')
}

/** Sets the final state of a running import, with its entry in the activity; false when it does not run any more. */
export async function finishImport(record: ImportRecord, state: 'done' | 'cancelled' | 'undone'): Promise<boolean> {
  return db.transaction(async (tx) => {
    await setActor(tx, 'none')
    const at = now()
    const ended = await tx
      .update(bookImport)
      .set(state === 'undone' ? { state, undoneAt: at } : { state, finishedAt: at, total: record.processed })
      .where(and(eq(bookImport.id, record.id), eq(bookImport.state, record.state)))
      .returning({ id: bookImport.id })
    if (ended.length === 0) return false
    await dropUpload(tx, record.id)
    const { created, updated } = record
    if (created + updated === 0) return true
    await tx.insert(activity).values({
      actorKind: record.userId ? 'person' : 'operator',
      actorId: record.userId,
      action: state === 'undone' ? 'book.undo-import' : 'book.import',
      subjectKind: 'book',
      subjectId: record.id,
      subjectName: record.filename,
      after: { created, updated },
    })
    return true
  })
}

/** Marks an import that cannot go on. What it has written stays, and can be undone. */
async function fail(id: string, error: unknown): Promise<void> {
  await db
    .update(bookImport)
    .set({ state: 'failed', finishedAt: now(), failure: error instanceof Error ? error.message.slice(0, 500) : null })
    .where(and(eq(bookImport.id, id), eq(bookImport.state, 'running')))
}

let wake = (): void => undefined

/** Makes the runner of this process look for running imports at once. */
export const wakeImports = (): void => wake()

/**
 * Runs imports in the background, one after the other, and those that a killed process has left. Returns the function
 * that stops after the current chunk.
 */
export function runImports(log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  let isAwake = Promise.withResolvers<void>()
  wake = () => isAwake.resolve()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      isAwake = Promise.withResolvers<void>()
      await runAll(stopping.signal, log).catch((error: unknown) => log.error({ err: error }, 'Imports cannot be read'))
      await Promise.race([isAwake.promise, sleep(POLL, undefined, { signal: stopping.signal, ref: false })]).catch(
        () => undefined,
      )
    }
  }
  const running = loop()
  return async () => {
    stopping.abort()
    await running
  }
}

async function runAll(signal: AbortSignal, log: Logger): Promise<void> {
  const found = await db
    .select({ id: bookImport.id })
    .from(bookImport)
    .where(eq(bookImport.state, 'running'))
    .orderBy(asc(bookImport.startedAt))
  for (const { id } of found) {
    if (signal.aborted) return
    try {
      await runImport(id, { signal })
    } catch (error) {
      log.error({ err: error, importId: id }, 'An import failed')
      await fail(id, error)
    }
  }
}
