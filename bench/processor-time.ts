import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { parentOf, processorTimes } from './usage.ts'

/**
 * Seconds that this process and all of the database have computed so far: of a measure that waits for nothing, what it
 * would take on a machine of its own. On Linux only.
 */
export async function processorSeconds(): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const { user, system } = process.cpuUsage()
  return databaseSeconds(rows[0]?.pid ?? 0) + (user + system) / 1e6
}

/** Seconds that the processes of the database of a backend have computed so far. On Linux only. */
export function databaseSeconds(backend: number): number {
  const postmaster = parentOf(backend)
  return postmaster === undefined ? 0 : (processorTimes([postmaster])[0] ?? 0) / 1000
}
