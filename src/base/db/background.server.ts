import { sql, type SQL } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { isIdle, onFirstRequest } from '#base/lib/idle.server.ts'
import type { Logger } from '#base/lib/log.server.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { acquireJobConnection, type Queryable } from './connection/client.server.ts'
import { isBeingRestored } from './backup/restore-state.server.ts'
import { librarySettings } from './library-settings.server.ts'
import { unavailableReason } from './unavailable-error.server.ts'

/** First key of the advisory locks, which keeps them apart from other locks. */
const LOCK_SPACE = 0x6d616b // 'mak'
/** First key of the locks of work that mostly waits for others, such as for answers of the network. */
const WAITING_SPACE = LOCK_SPACE + 1

/**
 * Runs `work` if no other process works on `id`, else returns undefined. That process holds an advisory lock, which
 * PostgreSQL releases when the process is killed. `isWorkRunning` does not count work that mostly waits.
 */
export async function withLock<T>(
  id: string,
  work: () => Promise<T>,
  { isWaiting = false } = {},
): Promise<T | undefined> {
  const space = isWaiting ? WAITING_SPACE : LOCK_SPACE
  const client = await acquireJobConnection()
  let problem: Error | undefined
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as locked',
      [space, id],
    )
    if (!rows[0]?.locked) return undefined
    try {
      return await work()
    } finally {
      // What `work` returns or throws matters more than an error here.
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [space, id]).catch((error: Error) => {
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

/**
 * Least milliseconds between two runs of a job on an idle server: hundreds of small libraries on one machine are idle most
 * of the day, and the first request ends the wait.
 */
const IDLE_INTERVAL = 120_000

interface JobDefinition {
  /** For the log and the metrics, such as `import`. */
  name: string
  /** Milliseconds from the end of a run to the next one; at least `IDLE_INTERVAL` while the server is idle. */
  interval: number
  /** Milliseconds from the start of the server to the first run. */
  delay?: number
  /** Does what is to be done now; stops early when `signal` is aborted. May return the milliseconds until the next run. */
  run: (context: { log: Logger; signal: AbortSignal }) => Promise<number | void>
  /** Ends what `run` waits for, when the server stops. */
  stop?: () => Promise<void>
}

/** What a server does in the background as long as it runs; slices contribute it. */
export interface Job {
  /** Makes this process run it at once, or again if it is running. */
  wake: () => void
  /** Starts it. Returns the function that stops it, and waits for the end of a run. */
  start: (log: Logger) => () => Promise<void>
}

/** Runs work of a job by the settings that hold now. */
async function whenSettled<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (isBeingRestored()) return undefined
  await librarySettings()
  return work()
}

/** Defines a job. A run that fails is logged, but for a database that is gone, and the next one comes as usual. */
export function defineJob({ name, interval, delay = 0, run, stop }: JobDefinition): Job {
  let isAwake = Promise.withResolvers<void>()
  return {
    wake: () => isAwake.resolve(),
    start: (log) => {
      const stopping = new AbortController()
      const { signal } = stopping
      const stopListening = onFirstRequest(() => isAwake.resolve())
      const pause = (milliseconds: number) =>
        Promise.race([isAwake.promise, sleep(milliseconds, undefined, { signal, ref: false })]).catch(() => undefined)
      const loop = async () => {
        if (delay > 0) await pause(delay)
        while (!signal.aborted) {
          isAwake = Promise.withResolvers<void>()
          const next = await whenSettled(() => run({ log, signal })).catch((error: unknown) => {
            // The pool says once that the database is gone.
            if (unavailableReason(error) === undefined) log.error({ err: error, job: name }, `The job ${name} failed`)
          })
          await pause(next ?? Math.max(interval, isIdle() ? IDLE_INTERVAL : 0))
        }
      }
      const running = loop()
      return async () => {
        stopping.abort()
        stopListening()
        await stop?.()
        await running
      }
    },
  }
}

/** Milliseconds between queries for work, which finds that of a killed process too. */
const POLL = 5000

/** Work that people order, and that is done in chunks that survive a kill. */
interface OrderedWork {
  /** For the log and the metrics, such as `import`. */
  name: string
  /** The ids of what is to be run, the oldest first. */
  listRunning: () => Promise<{ id: string }[]>
  run: (id: string, options: { signal: AbortSignal }) => Promise<unknown>
  /** Marks work as failed, after an error other than a database that cannot be reached or has no room. */
  fail: (id: string, message: string | null) => Promise<unknown>
}

/** A job that runs ordered work, one item after the other, also items that a killed process has left unfinished. */
export const workJob = ({ name, listRunning, run, fail }: OrderedWork): Job =>
  defineJob({
    name,
    interval: POLL,
    run: async ({ log, signal }) => {
      for (const { id } of await listRunning()) {
        if (signal.aborted) return
        try {
          await observeJob(name, () => run(id, { signal }))
        } catch (error) {
          const reason = unavailableReason(error)
          if (reason !== undefined) {
            // The work is still marked as running, so the next query finds it again.
            log.warn({ work: name, id }, `Work in the background waits for the database: ${reason}`)
            return
          }
          log.error({ err: error, work: name, id }, 'Work in the background failed')
          await fail(id, error instanceof Error ? error.message.slice(0, 500) : null)
        }
      }
    },
  })
