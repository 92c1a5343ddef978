import { sql, type SQL } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '#lib/log.server.ts'
import { observeJob } from '#lib/telemetry.server.ts'
import { acquireJobConnection, type Queryable } from './client.server.ts'
import { unavailableReason } from './unavailable-error.server.ts'

/** Milliseconds between queries for work, which finds that of a killed process too. */
const POLL = 5000
/** First key of the advisory locks, which keeps them apart from other locks. */
const LOCK_SPACE = 0x6d616b // 'mak'

/**
 * Runs `work` if no other process works on `id`, else returns undefined. That process holds an advisory lock, which
 * PostgreSQL releases when the process is killed.
 */
export async function withLock<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = await acquireJobConnection()
  let problem: Error | undefined
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [LOCK_SPACE, id],
    )
    if (!rows[0]?.locked) return undefined
    try {
      return await work()
    } finally {
      // What `work` returns or throws matters more than an error here.
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, id]).catch((error: Error) => {
        problem = error
      })
    }
  } finally {
    // A connection that may still hold the lock is closed, which releases it.
    client.release(problem)
  }
}

/** Whether any process works on `id` under `withLock`. */
export const isLocked = (on: Queryable, id: string): Promise<boolean> =>
  hasLock(on, sql`and objid = (hashtext(${id})::bigint & 4294967295)::oid`)

/** Whether any process runs work under `withLock`. Work that can wait should wait then. */
export const isWorkRunning = (on: Queryable): Promise<boolean> => hasLock(on, sql``)

async function hasLock(on: Queryable, condition: SQL): Promise<boolean> {
  const { rows } = await on.execute<{ held: boolean }>(sql`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = ${LOCK_SPACE}::oid ${condition}
        and database = (select oid from pg_database where datname = current_database())
    ) as held`)
  return rows[0]?.held === true
}

/** Work that is done in the background, in chunks that survive a kill. */
interface BackgroundWork {
  /** For the log and the metrics, such as `import`. */
  name: string
  /** The ids of what is to be run, the oldest first. */
  listRunning: () => Promise<{ id: string }[]>
  run: (id: string, options: { signal: AbortSignal }) => Promise<unknown>
  /** Marks work as failed, after an error other than a database that cannot be reached or has no room. */
  fail: (id: string, message: string | null) => Promise<unknown>
}

/** Runs work in the background, one item after the other, also items that a killed process has left unfinished. */
export function inBackground({ name, listRunning, run, fail }: BackgroundWork) {
  let isAwake = Promise.withResolvers<void>()
  const runAll = async (signal: AbortSignal, log: Logger) => {
    for (const { id } of await listRunning()) {
      if (signal.aborted) return
      try {
        await observeJob(name, () => run(id, { signal }))
      } catch (error) {
        const reason = unavailableReason(error)
        if (reason !== undefined) {
          // It is still marked as running, so the next query finds it again.
          log.warn({ work: name, id }, `Work in the background waits for the database: ${reason}`)
          return
        }
        log.error({ err: error, work: name, id }, 'Work in the background failed')
        await fail(id, error instanceof Error ? error.message.slice(0, 500) : null)
      }
    }
  }
  return {
    /** Makes this process query for work at once. */
    wake: () => isAwake.resolve(),
    /** Starts the background work. Returns the function that stops it after the current chunk. */
    start: (log: Logger): (() => Promise<void>) => {
      const stopping = new AbortController()
      const { signal } = stopping
      const loop = async () => {
        while (!signal.aborted) {
          isAwake = Promise.withResolvers<void>()
          await runAll(signal, log).catch((error: unknown) => {
            // The pool says once that the database is gone.
            if (unavailableReason(error) === undefined)
              log.error({ err: error, work: name }, 'Work in the background cannot be looked for')
          })
          await Promise.race([isAwake.promise, sleep(POLL, undefined, { signal, ref: false })]).catch(() => undefined)
        }
      }
      const running = loop()
      return async () => {
        stopping.abort()
        await running
      }
    },
  }
}
