import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { createError } from '#errors/create-error.server.ts'
import { withPooledClient, cancelQuery, db, type Database, type Queryable } from './client.server.ts'

const databases = new WeakMap<PoolClient, Database>()

/**
 * Runs reads on a connection of their own. When `signal` is aborted the query that is under way ends in PostgreSQL
 * too, and ABORTED is thrown. Not for changes: those are finished, whoever waits or not.
 */
export async function cancellable<T>(signal: AbortSignal | undefined, run: (tx: Queryable) => Promise<T>): Promise<T> {
  if (!signal) return run(db)
  if (signal.aborted) throw aborted()
  const client = await withPooledClient()
  let cancelling: Promise<void> | undefined
  const cancel = () => {
    if ('processID' in client && typeof client.processID === 'number')
      cancelling = cancelQuery(client.processID).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) throw aborted()
    return await run(databaseOf(client))
  } catch (error) {
    throw signal.aborted ? aborted() : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // The next one to use the connection must not be cancelled in its stead.
    await cancelling
    client.release()
  }
}

/** Whoever asked has gone. */
const aborted = () => createError('ABORTED')

function databaseOf(client: PoolClient): Database {
  const database = databases.get(client) ?? drizzle({ client, casing: 'snake_case' })
  databases.set(client, database)
  return database
}
