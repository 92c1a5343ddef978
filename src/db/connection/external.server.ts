import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Connection } from './client.server.ts'
import { isConnectionError, sqlStateOf } from '../database-error.server.ts'

const OLDEST_MAJOR = 15
const TIMEOUT_MS = 30_000

/** A database that cannot be used. `message` is the line for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Waits up to 30 s for the server at DATABASE_URL, or the given variable, and checks that it is PostgreSQL 15 or newer with UTF-8. */
export async function waitForDatabase(
  connection: Connection,
  warn: (message: string) => void,
  { timeout = TIMEOUT_MS, variable = 'DATABASE_URL' } = {},
): Promise<void> {
  const started = Date.now()
  for (let hasWarned = false; ; hasWarned = true) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 5000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ version: string; encoding: string }>(
        "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
      )
      return check(rows[0], variable)
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      const reason = error instanceof Error ? error.message || sqlStateOf(error) : String(error)
      if (!isConnectionError(error)) throw new DatabaseError(`The database at ${variable} refuses: ${reason}`)
      if (Date.now() - started > timeout) {
        throw new DatabaseError(`The database at ${variable} did not answer within ${timeout / 1000} s: ${reason}`)
      }
      if (!hasWarned) warn(`Waiting up to ${timeout / 1000} s for the database at ${variable}: ${reason}`)
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(500)
  }
}

function check(row: { version: string; encoding: string } | undefined, variable: string): void {
  const major = Math.floor(Number(row?.version ?? 0) / 10_000)
  if (major < OLDEST_MAJOR) {
    throw new DatabaseError(`The database at ${variable} is PostgreSQL ${major}: ${OLDEST_MAJOR} or newer is needed`)
  }
  if (row?.encoding !== 'UTF8') {
    throw new DatabaseError(`The database at ${variable} is encoded in ${row?.encoding}: UTF8 is needed`)
  }
}
