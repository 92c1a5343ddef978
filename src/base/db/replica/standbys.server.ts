/** Where the asked server is, whether it takes changes, and how many standbys stream from it. */
export type Standbys = {
  /** The address of the server itself, also behind a proxy such as HAProxy. */
  at: string
  takesChanges: boolean
  /** Standbys that stream from it. */
  count: number
  /** The standbys that a change waits for; 0 for a role without `pg_read_all_stats`. */
  synchronous: number
}

// A role without pg_read_all_stats sees the rows, with null for the state. While pg_basebackup copies, its row has the state 'backup'.
const QUESTION = `select coalesce(host(inet_server_addr()), 'localhost') as at,
  current_setting('transaction_read_only') = 'off' as "takesChanges",
  count(r.pid) filter (where coalesce(r.state, 'streaming') = 'streaming')::int as count,
  count(r.pid) filter (where r.state = 'streaming' and r.sync_state in ('sync', 'quorum'))::int as synchronous
  from (select) one left join pg_stat_replication r on true`

/** Asks the database what streams from it. */
export async function standbysOf(query: (statement: string) => Promise<{ rows: Standbys[] }>): Promise<Standbys> {
  const { rows } = await query(QUESTION)
  return rows[0] ?? { at: '', takesChanges: false, count: 0, synchronous: 0 }
}
