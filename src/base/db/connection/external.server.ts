import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Connection } from './client.server.ts'
import { isConnectionError, sqlStateOf } from '../database-error.server.ts'
import { enterStartPhase } from './start-phase.server.ts'

const OLDEST_MAJOR = 15
const TIMEOUT_MS = 30_000

/** A database that cannot be used. `message` is the line for the operator. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** Milliseconds between tries, which grow: a database that is away for long is not asked twice a second for hours. */
const PAUSE = { first: 500, longest: 15_000, growth: 1.5 }
/** Milliseconds until the log says again that the database is waited for; doubled each time, an hour at most. */
const REPORTS = { first: 30_000, longest: 3_600_000 }

interface Waiting {
  /** Milliseconds after which waiting is given up; Infinity for a server, which is of no use without its database. */
  timeout?: number
  /** The variable that holds the address. */
  variable?: string
  /** Ends the waiting, with the reason of the signal. */
  signal?: AbortSignal | undefined
}

/**
 * Waits for the server at DATABASE_URL, or the given variable, and checks that it is PostgreSQL 15 or newer with UTF-8. Throws
 * DatabaseError at once for one that refuses, and after `timeout`, by default 30 s, for one that does not answer.
 */
export async function waitForDatabase(
  connection: Connection,
  warn: (message: string) => void,
  { timeout = TIMEOUT_MS, variable = 'DATABASE_URL', signal }: Waiting = {},
): Promise<void> {
  const started = performance.now()
  let pause = PAUSE.first
  for (let nextReport = 0; ;) {
    const problem = await problemOf(connection, variable)
    if (problem === undefined) return
    const waited = performance.now() - started
    if (waited >= timeout)
      throw new DatabaseError(`The database at ${variable} did not answer within ${timeout / 1000} s: ${problem}`)
    enterStartPhase('waiting', `Waiting for the database at ${variable}: ${problem}`)
    if (waited >= nextReport) {
      const limit = Number.isFinite(timeout) ? ` up to ${timeout / 1000} s` : ''
      const since = nextReport === 0 ? '' : `, since ${Math.round(waited / 1000)} s`
      warn(`Waiting${limit} for the database at ${variable}${since}: ${problem}`)
      nextReport = waited + Math.min(REPORTS.longest, Math.max(REPORTS.first, waited))
    }
    await sleep(Math.min(pause, Math.max(1, timeout - waited)), undefined, { ...(signal && { signal }) })
    pause = Math.min(PAUSE.longest, pause * PAUSE.growth)
  }
}

/** Why the database does not answer; undefined when it does. Throws DatabaseError for one that refuses or cannot be used. */
async function problemOf(connection: Connection, variable: string): Promise<string | undefined> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; encoding: string }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
    )
    check(rows[0], variable)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const reason = error instanceof Error ? error.message || sqlStateOf(error) : String(error)
    if (!isConnectionError(error)) throw new DatabaseError(`The database at ${variable} refuses: ${reason}`)
    return reason
  } finally {
    await client.end().catch(() => undefined)
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
