import { AppError } from '#base/errors/app-error.ts'
import { listRead } from '#base/lib/telemetry.server.ts'
import {
  createPool,
  endPool,
  isDatabaseAway,
  readingAt,
  type Connection,
  type DatabasePool,
} from '../connection/client.server.ts'
import { isConnectionError, sqlStateOf } from '../database-error.server.ts'
import type { Lsn } from './lsn.ts'
import { ReplicaWatch, type ReplicaWatchOptions, type Unused } from './replica-watch.server.ts'

interface Log {
  info(message: string): void
  warn(message: string): void
}

let open: { server: DatabasePool; watch: ReplicaWatch } | undefined

/** For the log. */
const UNUSED: Record<Unused, string> = {
  unknown: 'how far it is behind is not known yet',
  silent: 'it does not answer',
  not_standby: 'it is no standby: it was promoted, or is a database of its own',
  other_database: 'it is the standby of another database',
  other_timeline: 'it follows another timeline than the primary, as after a promotion',
  behind: 'it is too far behind',
}

/**
 * Lets lists be read from the replica at DATABASE_REPLICA_URL while it is there and near enough. Throws nothing: without
 * it they are read from the primary. Returns the function that closes it.
 */
export function openReplica(
  primary: Connection,
  replica: Connection,
  log: Log,
  { times, isPooled = false }: { times?: ReplicaWatchOptions['times']; isPooled?: boolean } = {},
): () => Promise<void> {
  // What breaks is said by the watch.
  const server = createPool(replica, () => undefined, { isPooled })
  const onChange = (why: Unused | undefined, behind: number) => {
    // Breaks what waits for a replica that hangs; it is then read from the primary.
    server.pool.refuse(why === 'silent')
    if (why === 'unknown') return
    if (why === undefined) return log.info('Lists and searches are read from the replica')
    const far = why === 'behind' ? `: ${Math.round(behind / 1000)} s` : ''
    log.warn(`The replica at DATABASE_REPLICA_URL is not used, ${UNUSED[why]}${far}. All is read from the primary`)
  }
  const watch = new ReplicaWatch({
    primary,
    replica,
    generation: () => server.pool.generation,
    onChange,
    ...(times && { times }),
  })
  void watch.ask()
  const opened = { server, watch }
  open = opened
  return async () => {
    if (open === opened) open = undefined
    await Promise.all([watch.stop(), endPool(server.pool)])
  }
}

/** Whether a replica is set, so that writes must be remembered. */
export const hasReplica = (): boolean => open !== undefined

/** Whether lists are read from the replica, why not, and how far it is behind; undefined without one. */
export const replicaState = (): { unused: Unused | undefined; behind: number | undefined } | undefined =>
  open && { unused: open.watch.unused, behind: open.watch.behind }

/**
 * Runs reads that may be some seconds old at the replica, if it has all changes up to `written`; else, and again when it
 * fails there, at the primary. `run` must change nothing.
 */
export async function readAtReplica<T>(written: Lsn | 'unknown', run: () => Promise<T>): Promise<T> {
  if (!open) return run()
  const { server, watch } = open
  if (written === 'unknown' || !watch.has(written)) {
    listRead.publish({ place: 'primary', reason: watch.has(0n) ? 'own_changes' : 'unused' })
    return run()
  }
  try {
    const result = await readingAt(server, run)
    listRead.publish({ place: 'replica', reason: '' })
    return result
  } catch (error) {
    if (error instanceof AppError && !isRefusal(error)) throw error
    listRead.publish({ place: 'primary', reason: 'failed' })
    return run()
  }
}

/** The pool's refusal while the replica does not answer. A crowd waits as long at the primary, so it is not sent there. */
const isRefusal = ({ code }: AppError): boolean => code === 'TEMPORARILY_UNAVAILABLE' && open?.watch.has(0n) !== true

/** Whether the replica can answer now, for requests that need no changes of their own in it. */
export const canReadAtReplica = (): boolean => open?.watch.has(0n) === true

/**
 * Runs a read of what must be so now at the primary, and at the replica while the primary cannot be reached: what is known
 * of a session there is at most some seconds old, and only lists can be read with it until there is a primary.
 */
export async function readWithoutPrimary<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!open || !canReadAtReplica() || !isAway(error)) throw error
    return readingAt(open.server, run)
  }
}

/** Whether it failed because the primary is away: a pool in which too many wait refuses as well. */
const isAway = (error: unknown): boolean =>
  sqlStateOf(error) === 'TEMPORARILY_UNAVAILABLE' ? isDatabaseAway() : isConnectionError(error)
