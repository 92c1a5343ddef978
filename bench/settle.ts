import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openData } from './seed.ts'

export interface Watch {
  /** Resolves when the database is idle, or after half a minute. */
  settle: () => Promise<void>
  /** Resolves once the server has compared all books with each other, which it begins anew each day. */
  untilCompared: () => Promise<void>
  stop: () => Promise<void>
}

const TIMEOUT_MS = 30_000
const PAUSE_MS = 40
const COMPARING_PAUSE_MS = 1000
/** Consecutive idle checks required, since the database is also idle between two queued queries. */
const LOOKS = 3

/**
 * Watches the activity of a database. When a load ends, its requests in flight are dropped but their queries continue,
 * and must not affect the next measurement.
 */
export async function watchDatabase(dataDir: string): Promise<Watch> {
  const database = await openData(dataDir)
  const client = new Client(database.connection)
  await client.connect()
  const isBusy = async () => {
    const { rows } = await client.query<{ active: number }>(
      `select count(*)::int as active from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rows[0]?.active !== 0
  }
  const settle = async () => {
    const began = performance.now()
    for (let quiet = 0; quiet < LOOKS && performance.now() - began < TIMEOUT_MS;) {
      quiet = (await isBusy()) ? 0 : quiet + 1
      await sleep(PAUSE_MS)
    }
  }
  const isComparing = async () => {
    const { rows } = await client.query<{ comparing: boolean }>(
      `select not exists (
         select from duplicate_run where not is_running and finished_at > now() - interval '1 day'
       ) as comparing`,
    )
    return rows[0]?.comparing !== false
  }
  const untilCompared = async () => {
    while (await isComparing()) await sleep(COMPARING_PAUSE_MS)
  }
  const stop = async () => {
    await client.end()
    await database.close()
  }
  return { settle, untilCompared, stop }
}
