import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'

/** Ticks of /proc in a second. */
const TICKS = 100

/** Parent and processor time in seconds of a process of Linux. */
function statOf(pid: string | number): { parent: string; seconds: number } | undefined {
  try {
    // After the name, which stands in brackets and may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { parent: fields[1] ?? '', seconds: (Number(fields[11]) + Number(fields[12])) / TICKS }
  } catch {
    return undefined
  }
}

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
  const postmaster = statOf(backend)?.parent
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.parent === postmaster)
    .reduce((sum, stat) => sum + (stat?.seconds ?? 0), 0)
}
