import type { Client } from 'pg'
import { downgradeCommand } from '#base/db/backup/before-update.server.ts'
import { secondFolderStateOf } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { clockDoubt } from '#base/db/clock/believed-clock.server.ts'
import type { Connection } from '#base/db/connection/client.server.ts'
import { sqlStateOf } from '#base/db/database-error.server.ts'
import { migrationState } from '#base/db/migration/migrations.server.ts'
import { observeReplica } from '#base/db/replica/observe-replica.server.ts'
import { standbysOf } from '#base/db/replica/standbys.server.ts'
import { needsCare } from '#operations/backup/second-folder/second-folder.schema.ts'
import { operatorCommand } from '#base/env/operator-command.server.ts'
import type { Finding } from './health.schema.ts'

/** Whether the database has the tables of this version. */
export async function checkMigrations(client: Client, dataDir: string): Promise<Finding> {
  const { isEmpty, isNewer, missing } = await migrationState(client)
  if (isNewer) return { code: 'version_newer', state: 'fault', values: { command: await downgradeCommand(dataDir) } }
  if (isEmpty) return { code: 'version_empty', state: 'warning', values: {} }
  return missing.length > 0
    ? { code: 'version_older', state: 'warning', values: { names: missing.map(({ tag }) => tag).join(', ') } }
    : { code: 'version', state: 'good', values: {} }
}

/** Whether lists could be read from the replica, which is watched for some seconds. */
export async function checkReplica(primary: Connection, replica: Connection): Promise<Finding> {
  const { unused, behind } = await observeReplica(primary, replica)
  return unused === undefined
    ? { code: 'replica', state: 'good', values: { behind } }
    : { code: 'replica_unused', state: 'warning', values: { why: unused } }
}

/** Which server takes changes, and how many follow it: nothing to say of one that is alone, where no replica is set. */
export async function checkStandbys(client: Client, hasReplica: boolean): Promise<Finding[]> {
  const { at, takesChanges, count, synchronous } = await standbysOf((question) => client.query(question))
  if (!takesChanges) return [{ code: 'database_read_only', state: 'fault', values: { at } }]
  if (count > 0) return [{ code: 'standbys', state: 'good', values: { at, count, synchronous } }]
  return hasReplica ? [{ code: 'standbys_none', state: 'warning', values: { at } }] : []
}

/** Milliseconds that the clocks of server and database may differ. */
const CLOCK_TOLERANCE = 5000

/** Whether deletions by age wait since the clock is not believed; nothing to say while it is. */
export async function checkBelief(client: Client): Promise<Finding[]> {
  const doubt = await clockDoubt(client)
  if (!doubt) return []
  const { why, here, last } = doubt
  return [
    { code: 'clock_doubted', state: 'fault', values: { why, here: here.toISOString(), last: last.toISOString() } },
  ]
}

/** Whether the clock goes with the database's, and is not behind what was recorded. */
export async function checkClock(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const difference = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now())
  if (difference > CLOCK_TOLERANCE)
    return { code: 'clock_apart', state: 'fault', values: { seconds: Math.round(difference / 1000) } }
  const here = new Date().toISOString()
  const found = await client.query<{ last: Date | null }>('select max(at) as last from activity').catch(() => undefined)
  const last = found?.rows[0]?.last
  return last && last.getTime() - Date.now() > CLOCK_TOLERANCE
    ? { code: 'clock_behind', state: 'fault', values: { here, last: last.toISOString() } }
    : { code: 'clock', state: 'good', values: { at: here } }
}

/** How the second folder of backups stands; nothing where there is none. */
export async function checkSecondFolder(client: Client): Promise<Finding[]> {
  const folder = await secondFolderStateOf(client)
  if (!folder) return []
  const { newestAt, problem } = folder
  const state = needsCare(folder) ? 'fault' : problem === null ? 'good' : 'warning'
  return [{ code: 'second_folder', state, values: { ...folder, newestAt: newestAt && newestAt.toISOString() } }]
}

/** How large the database is, and PostgreSQL's version. */
export async function checkSize(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ bytes: string; version: string }>(
    "select pg_database_size(current_database()) as bytes, current_setting('server_version') as version",
  )
  const { bytes = '0', version = '' } = rows[0] ?? {}
  return { code: 'database', state: 'good', values: { bytes: Number(bytes), version } }
}

/** Indexes that were left unfinished, which no query uses. */
export async function checkIndexes(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace order by c.relname`)
  const names = rows.map(({ name }) => name).join(', ')
  return names === '' ? [] : [{ code: 'indexes_unfinished', state: 'warning', values: { names } }]
}

const indexes = (method: 'btree' | 'gin', check: string) => `
  select c.oid::regclass::text as name, ${check} from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = '${method}' and i.indisvalid and c.relnamespace = 'public'::regnamespace`
/** `gin_index_check` came with PostgreSQL 18, with faults of its own: used from 18.4 on, which was tried. */
const CHECKS_GIN = 180_004
const TABLES = `
  select c.oid::regclass::text as name, v.msg from pg_class c, verify_heapam(c.oid) v
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace limit 5`
/** Codes of PostgreSQL: a privilege is missing, or the extension is not installed. */
const NOT_ALLOWED = new Set(['42501', '0A000', '58P01', '42883'])
/** PostgreSQL's end of a statement that took too long. */
const TIMED_OUT = '57014'

/**
 * Reads all tables and their indexes with amcheck, those of the search where PostgreSQL can, and so the checksums of
 * their pages; no statement for more than `seconds`, 0 without a limit. The extension is created in a transaction that is
 * rolled back; only a superuser may do so.
 */
export async function checkTables(client: Client, seconds = 0): Promise<Finding> {
  await client.query(`begin; set local statement_timeout = ${seconds * 1000}`)
  try {
    await client.query('create extension if not exists amcheck')
    const { rows } = await client.query<{ name: string; msg: string }>(TABLES)
    if (rows[0]) return damaged(`${rows[0].name}: ${rows[0].msg}`)
    const checked = await client.query(indexes('btree', 'bt_index_check(c.oid, true)'))
    const version = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    )
    const isSearched = (version.rows[0]?.number ?? 0) >= CHECKS_GIN
    const searched = isSearched ? await client.query(indexes('gin', 'gin_index_check(c.oid)')) : null
    const count = (checked.rowCount ?? 0) + (searched?.rowCount ?? 0)
    const checksums = await client.query<{ data_checksums: string }>('show data_checksums')
    const isSummed = checksums.rows[0]?.data_checksums === 'on'
    return { code: 'tables', state: 'good', values: { indexes: count, isSearched, isSummed } }
  } catch (error) {
    const state = sqlStateOf(error) ?? ''
    if (NOT_ALLOWED.has(state)) return { code: 'tables_forbidden', state: 'warning', values: {} }
    if (state === TIMED_OUT)
      return { code: 'tables_slow', state: 'warning', values: { seconds, command: operatorCommand('doctor') } }
    return damaged(error instanceof Error ? error.message : String(error))
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

const damaged = (what: string): Finding => ({ code: 'tables_damaged', state: 'fault', values: { what } })
