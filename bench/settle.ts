import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openData } from './seed.ts'

export interface Watch {
  /** Resolves when the database has had nothing to do for a moment, or after half a minute. */
  settle: () => Promise<void>
  stop: () => Promise<void>
}

const PATIENCE_MS = 30_000
const PAUSE_MS = 40
/** So many looks in a row that find nobody at work: between two queries of a queue the database is idle, too. */
const LOOKS = 3

/**
 * Watches who works in a database. When a load ends, the requests in flight are dropped, but their queries go on:
 * the next measurement must not pay for them.
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
    for (let quiet = 0; quiet < LOOKS && performance.now() - began < PATIENCE_MS;) {
      quiet = (await isBusy()) ? 0 : quiet + 1
      await sleep(PAUSE_MS)
    }
  }
  const stop = async () => {
    await client.end()
    await database.close()
  }
  return { settle, stop }
}
