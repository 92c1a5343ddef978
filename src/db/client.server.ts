import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

export type Database = NodePgDatabase
/** The database or a transaction on it: what a query function takes. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>

/** How to reach PostgreSQL: an address or its parts. */
export type Connection = Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>

let pool: Pool | undefined
/** For what must not wait behind the queries that it is about: see cancellable.server.ts. */
let sidePool: Pool | undefined
/** The open database. Set once by `connect`, before anything is served. */
export let db: Database

/** Opens the pool of this process. `max` connections are enough for two cores. */
export function connect(connection: Connection, onError: (error: Error) => void, max = 10): Pool {
  const open = (most: number) =>
    new Pool({
      ...connection,
      max: most,
      application_name: 'maktaba',
      statement_timeout: 60_000,
      idleTimeoutMillis: 60_000,
      // Rather an error than a server that waits for ever.
      connectionTimeoutMillis: 15_000,
    })
  pool = open(max)
  sidePool = open(1)
  sidePool.on('error', onError)
  // An idle connection that breaks (a restart of the database) must not end the process.
  pool.on('error', onError)
  // One that breaks inside a transaction says so by the query that fails; unheard, it would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  db = drizzle({ client: pool, casing: 'snake_case' })
  return pool
}

/** A connection of the pool for a while: whoever borrows it releases it. */
export const withPooledClient = (): Promise<PoolClient> => openPool(pool).connect()

/** Ends the query that a connection is busy with. */
export const cancelQuery = async (processId: number): Promise<void> =>
  void (await openPool(sidePool).query('select pg_cancel_backend($1)', [processId]))

function openPool(one: Pool | undefined): Pool {
  if (!one) throw new Error('The database is not open')
  return one
}

/** Ends the pool after its queries. */
export async function disconnect(): Promise<void> {
  const ending = [pool, sidePool]
  pool = undefined
  sidePool = undefined
  await Promise.all(ending.map((one) => one && end(one)))
}

function end(one: Pool): Promise<void> {
  // The pool does not wait until its idle connections have said goodbye: a database that stops then is no fault.
  one.removeAllListeners('error')
  one.on('error', () => undefined)
  return one.end()
}

/** Whether the database answers within `milliseconds`; throws when it does not. */
export async function ping(milliseconds = 2000): Promise<void> {
  const open = openPool(pool)
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The database did not answer within ${milliseconds} ms`)), milliseconds).unref()
  })
  await Promise.race([open.query('select 1'), late])
}
