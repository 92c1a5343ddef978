import type { Client } from 'pg'
import type { Connection } from '#db/connection/client.server.ts'
import { observeReplica } from '#db/replica/observe-replica.server.ts'
import { UNUSED } from '#db/replica/replica.server.ts'
import { downgradeHint } from '#db/backup/before-update.server.ts'
import { appliedMigration, newestMigration } from '#db/migration/migrations.server.ts'
import { sqlStateOf } from '#db/database-error.server.ts'
import { ok, problem, warning, type Finding } from './doctor-finding.ts'

/** Whether the database has the tables of this version. */
export async function checkMigrations(client: Client, dataDir: string): Promise<Finding> {
  const applied = await appliedMigration(client)
  if (applied > newestMigration()) return problem(`Version: ${await downgradeHint(dataDir)}`)
  if (applied === 0) return warning('Version: the database is empty; the next start fills it')
  return applied < newestMigration()
    ? warning('Version: the database is of an earlier version; the next start backs it up and updates it')
    : ok('Version: the database has the tables of this version')
}

/** Whether lists could be read from the replica, which is watched for some seconds. */
export async function checkReplica(primary: Connection, replica: Connection): Promise<Finding> {
  const { unused, behind } = await observeReplica(primary, replica)
  if (unused === undefined) return ok(`Replica: it can be read from, ${behind} ms behind`)
  return warning(
    `Replica: not used, ${UNUSED[unused]}; all is read from the primary. Look at its log, or set DATABASE_REPLICA_URL to one that streams from DATABASE_URL`,
  )
}

/** Milliseconds that the clocks of server and database may differ. */
const CLOCK_TOLERANCE = 5000

/** Whether the clock goes with the database's, and is not behind what was recorded. */
export async function checkClock(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const difference = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now())
  if (difference > CLOCK_TOLERANCE)
    return problem(
      `Clock: this machine and the database differ by ${Math.round(difference / 1000)} s: let both take the time from the network (NTP)`,
    )
  const found = await client.query<{ last: Date | null }>('select max(at) as last from activity').catch(() => undefined)
  const last = found?.rows[0]?.last
  return last && last.getTime() - Date.now() > CLOCK_TOLERANCE
    ? problem(
        `Clock: it is ${new Date().toISOString()} here, but the library has entries of ${last.toISOString()}: set the clock`,
      )
    : ok(`Clock: ${new Date().toISOString()}`)
}

const indexes = (method: 'btree' | 'gin', check: string) => `
  select c.oid::regclass::text as name, ${check} from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = '${method}' and i.indisvalid and c.relnamespace = 'public'::regnamespace`
/** `gin_index_check` came with 18, with faults of its own; this is the version that was tried. */
const CHECKS_GIN = 180_004
const TABLES = `
  select c.oid::regclass::text as name, v.msg from pg_class c, verify_heapam(c.oid) v
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace limit 5`
/** A privilege is missing; or the extension is not there. */
const NOT_ALLOWED = new Set(['42501', '0A000', '58P01', '42883'])

/**
 * Reads all tables and their indexes with amcheck, those of the search where PostgreSQL can, and so the checksums of
 * their pages. The extension is created in a transaction that is rolled back; only a superuser may do so.
 */
export async function checkTables(client: Client): Promise<Finding> {
  await client.query('begin; set local statement_timeout = 0')
  try {
    await client.query('create extension if not exists amcheck')
    const { rows } = await client.query<{ name: string; msg: string }>(TABLES)
    if (rows[0]) return damaged(`${rows[0].name}: ${rows[0].msg}`)
    const checked = await client.query(indexes('btree', 'bt_index_check(c.oid, true)'))
    const version = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    )
    const searched =
      (version.rows[0]?.number ?? 0) >= CHECKS_GIN ? await client.query(indexes('gin', 'gin_index_check(c.oid)')) : null
    const count = (checked.rowCount ?? 0) + (searched?.rowCount ?? 0)
    const checksums = await client.query<{ data_checksums: string }>('show data_checksums')
    const isSummed = checksums.rows[0]?.data_checksums === 'on'
    return ok(
      `Tables: all, and ${count} indexes${searched ? '' : ' (not those of the search)'}, are whole${isSummed ? ', and so are their checksums' : ''}`,
    )
  } catch (error) {
    if (NOT_ALLOWED.has(sqlStateOf(error) ?? ''))
      return warning('Tables: not looked at, which takes a superuser: let yours run pg_amcheck on this database')
    return damaged(error instanceof Error ? error.message : String(error))
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

const damaged = (what: string): Finding =>
  problem(
    `Tables: damaged (${what}). Stop the server, copy DATA_DIR, and restore the newest backup; then check the disk`,
  )
