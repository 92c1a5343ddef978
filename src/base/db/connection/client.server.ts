import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { watchDatabase, type WatchOptions } from './database-watch.server.ts'
import { FairPool } from './fair-pool.server.ts'
import { disableNamedStatements } from './unnamed-statements.server.ts'

export type Database = NodePgDatabase
/** The database or a transaction on it, as the parameter of query functions. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>

/** Connection settings of PostgreSQL: a URL or its parts. */
export type Connection = Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>

export interface PoolOptions {
  /** Connections, at most. The default is enough for two cores. */
  max?: number
  /** The connection leads to a pooler that gives each transaction any session: nothing may be left in one. */
  isPooled?: boolean
}

/** A server of the database, with the pool of connections to it. */
export interface DatabasePool {
  pool: FairPool
  database: Database
}

let pool: FairPool | undefined
/** For jobs in the background, each of which holds a connection as long as it works; past a pooler. */
let jobPool: FairPool | undefined
let stopWatching: (() => void) | undefined
/** The open database. Set by `connect` before the first request. */
export let db: Database

const reading = new AsyncLocalStorage<DatabasePool>()

/** Where lists are read from: the database, or within `readingAt` the replica. Never for a change or a permission. */
export const readDb = (): Database => reading.getStore()?.database ?? db

/** Runs reads by `readDb` at another server of the database. */
export const readingAt = <T>(server: DatabasePool, run: () => T): T => reading.run(server, run)

/**
 * Stands for the state of the server that is read from: another one after its connections broke, since another server may
 * have taken its place, which lacks changes and numbers the next ones alike.
 */
export const readGeneration = (): object => reading.getStore()?.pool.generation ?? primaryGeneration()

/** `readGeneration` of the primary, wherever lists are read. */
export const primaryGeneration = (): object => openPool(pool).generation

/** Leaves all connections, and forgets with them what was kept of the database: another library has taken its place. */
export const renewConnections = (): void => pool?.renew()

/** Connections of jobs in the background, at most. They are not the connections of requests, which may be only four. */
const JOB_CONNECTIONS = 8

/** Opens the pools of this process; with `direct`, the way past a pooler, `connection` leads to one. */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  { direct, max }: { direct?: Connection; max?: number } = {},
): FairPool {
  const server = createPool(connection, onError, { isPooled: direct !== undefined, ...(max !== undefined && { max }) })
  jobPool = createPool(direct ?? connection, onError, { max: JOB_CONNECTIONS }).pool
  pool = server.pool
  db = server.database
  return pool
}

/** Opens a pool of connections to a server of the database. */
export function createPool(
  connection: Connection,
  onError: (error: Error) => void,
  { max = 10, isPooled = false }: PoolOptions = {},
): DatabasePool {
  const opened = new FairPool({
    ...connection,
    max,
    application_name: 'maktaba',
    // A pooler has one `statement_timeout` for all of its sessions.
    ...(!isPooled && { statement_timeout: 60_000 }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  })
  // An unhandled error of an idle connection, when the database restarts, would end the process.
  opened.on('error', onError)
  // An error of a connection in use would end the process too; the failing query reports it.
  opened.on('connect', (client) => client.on('error', () => undefined))
  if (isPooled) opened.on('connect', disableNamedStatements)
  return { pool: opened, database: databaseOf(opened) }
}

function databaseOf(opened: FairPool): Database {
  const database = drizzle({ client: opened, casing: 'snake_case' })
  // Drizzle's own never gives a connection back that breaks at its `begin`, as some do in each failover.
  database.transaction = async (work, config) => {
    const client = await opened.connect()
    try {
      return await databaseOn(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return database
}

const databases = new WeakMap<PoolClient, Database>()

/** The database by a connection that is held. */
export function databaseOn(client: PoolClient): Database {
  const database = databases.get(client) ?? drizzle({ client, casing: 'snake_case' })
  databases.set(client, database)
  return database
}

/** Watches the pool of `connect` until it is closed: see `watchDatabase`. */
export function watchPool(options: WatchOptions): void {
  stopWatching?.()
  stopWatching = watchDatabase(openPool(pool), options)
}

/** Acquires a connection for a job in the background, whose locks last as long as it; the caller must release it. */
export const acquireJobConnection = (): Promise<PoolClient> => openPool(jobPool).connect()

/** Acquires a connection to where lists are read from; the caller must release it. */
export const acquireReader = (): Promise<PoolClient> => (reading.getStore()?.pool ?? openPool(pool)).connect()

function openPool<T extends Pool>(candidate: T | undefined): T {
  if (!candidate) throw new Error('The database is not open')
  return candidate
}

/** The connections of the pool, and how many requests wait for one. */
export const poolState = () =>
  pool && { max: pool.options.max, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingForTurn }

/** Closes the pool after its running queries. */
export async function disconnect(): Promise<void> {
  stopWatching?.()
  stopWatching = undefined
  const ending = [pool, jobPool]
  pool = undefined
  jobPool = undefined
  await Promise.all(ending.map((open) => open && endPool(open)))
}

/** Closes a pool after its running queries. */
export function endPool(ending: Pool): Promise<void> {
  // Ignores errors from here on: the pool does not wait for idle connections to close, and the database may stop first.
  ending.removeAllListeners('error')
  ending.on('error', () => undefined)
  return ending.end()
}

/** Whether requests are refused since the database does not answer. */
export const isDatabaseAway = (): boolean => pool?.isRefusing === true

/** Throws unless the database answers within `milliseconds`; returns whether it takes changes. */
export async function ping(milliseconds = 2000): Promise<boolean> {
  const open = openPool(pool)
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The database did not answer within ${milliseconds} ms`)), milliseconds).unref()
  })
  const question = `select current_setting('transaction_read_only') = 'off' as "takesChanges"`
  const { rows } = await Promise.race([open.query<{ takesChanges: boolean }>(question), timeout])
  return rows[0]?.takesChanges === true
}
