import { sql } from 'drizzle-orm'
import type { Permission } from '#base/auth/permissions.ts'
import { requireStillAllowed } from '#base/auth/still-allowed.server.ts'
import { withLock, workJob } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import type { Batch, Batches } from './batch.server.ts'

/** What batches of a kind do when they run. */
interface BatchWork<Of extends Batch> {
  /** For the log and the metrics, such as `import`. */
  name: string
  batches: Pick<Batches<Of>, 'table' | 'find'>
  /** The user who must still have a permission before each chunk is run, and that permission; undefined to check none. */
  needs: (batch: Of) => { userId: string | null; permission: Permission } | undefined
  /** Processes the next rows. Returns the batch as it is then, or undefined when it does not run any more. */
  runChunk: (batch: Of) => Promise<Of | undefined>
  /** Ends a batch whose step has processed its last row. */
  end: (batch: Of) => Promise<unknown>
  /** Marks a batch as failed. What it has written stays until it is undone. */
  fail: (id: string, failure: string | null) => Promise<unknown>
}

interface RunOptions<Of extends Batch> {
  signal?: AbortSignal
  onProgress?: (batch: Of) => Promise<void> | void
}

/** Batches that run in the background. */
export function batchRunner<Of extends Batch>({ name, batches, needs, runChunk, end, fail }: BatchWork<Of>) {
  const runLocked = async (id: string, { signal, onProgress }: RunOptions<Of>): Promise<Of | undefined> => {
    for (;;) {
      const batch = await batches.find(id, db)
      if (batch?.state !== 'running' || signal?.aborted) return batch
      const isAtEnd = batch.step === 'write' ? batch.processed >= batch.total : batch.processed === 0
      if (isAtEnd) await end(batch)
      else {
        const needed = needs(batch)
        if (needed) await requireStillAllowed(needed.userId, needed.permission)
        const saved = await runChunk(batch)
        if (saved) await onProgress?.(saved)
      }
    }
  }
  /**
   * Runs a batch to its end, or until it is paused, cancelled or `signal` is aborted. Returns it as it is then, or
   * undefined when another process runs it; if that is killed, the next one goes on with the chunk after the last
   * committed one.
   */
  const run = (id: string, options: RunOptions<Of> = {}): Promise<Of | undefined> =>
    withLock(id, () => runLocked(id, options))
  const listRunning = async () => {
    // What is looked up runs apart, since it mostly waits.
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from ${batches.table} where state = 'running' and step <> 'collect' order by started_at`,
    )
    return rows
  }
  return { run, job: workJob({ name, listRunning, run, fail }) }
}
