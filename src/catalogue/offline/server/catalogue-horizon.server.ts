import { sql, type SQL } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'

// Which changes a reading of the catalogue has seen. PostgreSQL names in each row the transaction that wrote it, and a
// snapshot the transactions that were running, but those of the whole cluster, and without their subtransactions, whose
// numbers are higher. A transaction of another database cannot write here, and one of this database that has no
// subtransaction yet is named by its own number; so neither holds back what later ones have written.

/** The transactions that were running before a snapshot was taken. */
interface Running {
  /** Above the numbers of all transactions that had ended. */
  next: string
  /** Transactions of other databases. */
  elsewhere: string[]
  /** Transactions of this database that had no subtransaction. */
  plain: string[]
}

/** Since this version PostgreSQL tells how many subtransactions a transaction has. */
const COUNTS_SUBTRANSACTIONS = 160_000

/** Reads which transactions are running. Call it before the statement that has `horizonSql`. */
export async function readRunning(): Promise<Running> {
  const { rows: versions } = await db.execute<{ version: number }>(
    sql`select current_setting('server_version_num')::int as version`,
  )
  const counts = sql`select pg_stat_get_backend_pid(id) as pid, subxact_count = 0 and not subxact_overflowed as is_plain
    from pg_stat_get_backend_idset() as id cross join lateral pg_stat_get_backend_subxact(id)`
  const isCounted = (versions[0]?.version ?? 0) >= COUNTS_SUBTRANSACTIONS
  const { rows } = await db.execute<Running & Record<string, unknown>>(sql`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      coalesce(array_agg(backend_xid::text) filter (where datname <> current_database()), '{}') as elsewhere,
      coalesce(array_agg(backend_xid::text) filter (where datname = current_database() and is_plain), '{}') as plain
    from pg_stat_activity
      left join (${isCounted ? counts : sql`select 0 as pid, false as is_plain`}) as counted using (pid)
    where backend_xid is not null`)
  const [running] = rows
  if (!running) throw new Error('The running transactions were not read')
  return running
}

/**
 * What the snapshot of this statement has seen, as numbers joined by hyphens: all that transactions below the first number
 * have written, except for the transactions of the other numbers. One that is not known to be harmless, such as a
 * prepared one, holds the first number back.
 */
export const horizonSql = ({ next, elsewhere, plain }: Running): SQL => sql`(
  select concat_ws('-',
    coalesce(min(number) filter (where not is_plain), ${next}::bigint), string_agg(number::text, '-') filter (where is_plain))
  from (
    select xid::text::bigint as number, xid::xid::text = any(${sql.param(plain)}::text[]) as is_plain
    from pg_snapshot_xip(pg_current_snapshot()) as xid
    where xid::text::bigint < ${next}::bigint and xid::xid::text <> all(${sql.param(elsewhere)}::text[])
  ) as running)`

/** Whether a row was written by a transaction that a horizon has not seen. PostgreSQL keeps the lower half of its number. */
export function isWrittenSince(row: string, horizon: string): SQL {
  const [from, ...unseen] = horizon.split('-')
  const xmin = sql`${sql.identifier(row)}.xmin::text::bigint`
  const next = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
  // The number with the upper half of the next one, or with the one before that.
  const number = sql`((${next} >> 32) << 32) + ${xmin}`
  const whole = sql`(${number} - case when ${number} >= ${next} then 4294967296 else 0 end)`
  return sql`(${whole} >= ${from}::bigint or ${whole} = any(${sql.param(unseen)}::bigint[]))`
}
