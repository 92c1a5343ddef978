import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { watchDatabase, type WatchOptions } from './database-watch.server.ts'
import { FairPool } from './fair-pool.server.ts'

export type Database = NodePgDatabase
/** The database or a transaction on it, as the parameter of query functions. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>

/** Connection settings of PostgreSQL: a URL or its parts. */
export type Connection = Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>

let pool: FairPool | undefined
/** One connection for cancelling queries, which must not wait for the pool that those queries occupy. */
let sidePool: FairPool | undefined
let stopWatching: (() => void) | undefined
/** The open database. Set by `connect` before the first request. */
export let db: Database

/** Opens the pool of this process. The default `max` is enough for two cores. */
export function connect(connection: Connection, onError: (error: Error) => void, max = 10): FairPool {
  const open = (size: number) =>
    new FairPool({
      ...connection,
      max: size,
      application_name: 'maktaba',
      statement_timeout: 60_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    })
  pool = open(max)
  sidePool = open(1)
  sidePool.on('error', onError)
  // An unhandled error of an idle connection, when the database restarts, would end the process.
  pool.on('error', onError)
  // The same inside a transaction, where the failing query reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  db = drizzle({ client: pool, casing: 'snake_case' })
  return pool
}

/** Watches the pool of `connect` until it is closed: see `watchDatabase`. */
export function watchPool(options: WatchOptions): void {
  stopWatching?.()
  stopWatching = watchDatabase(openPool(pool), options)
}

/** Acquires a connection of the pool; the caller must release it. */
export const acquireClient = (): Promise<PoolClient> => openPool(pool).connect()

/** Cancels the running query of the connection with this backend process id. */
export const cancelQuery = async (processId: number): Promise<void> =>
  void (await openPool(sidePool).query('select pg_cancel_backend($1)', [processId]))

function openPool<T extends Pool>(candidate: T | undefined): T {
  if (!candidate) throw new Error('The database is not open')
  return candidate
}

/** The connections of the pool, and how many requests wait for one. */
export const poolState = () =>
  pool && { max: pool.options.max, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingForTurn }

/** Closes the pools after their running queries. */
export async function disconnect(): Promise<void> {
  stopWatching?.()
  stopWatching = undefined
  const ending = [pool, sidePool]
  pool = undefined
  sidePool = undefined
  await Promise.all(ending.map((open) => open && endPool(open)))
}

function endPool(ending: Pool): Promise<void> {
  // Ignores errors from here on: the pool does not wait for idle connections to close, and the database may stop first.
  ending.removeAllListeners('error')
  ending.on('error', () => undefined)
  return ending.end()
}

/** Throws unless the database answers within `milliseconds`. */
export async function ping(milliseconds = 2000): Promise<void> {
  const open = openPool(pool)
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The database did not answer within ${milliseconds} ms`)), milliseconds).unref()
  })
  await Promise.race([open.query('select 1'), timeout])
}
