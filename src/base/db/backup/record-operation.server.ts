import type { ClientBase } from 'pg'
import { now } from '#base/lib/clock.ts'

/**
 * Records what the server or the operator did with backups in the security log; `details` has short words and numbers.
 * A database from before the log has no such table, and gets no entry.
 */
export async function recordOperation(
  client: Pick<ClientBase, 'query'>,
  kind: 'backup_made' | 'backup_failed' | 'restored',
  details: Record<string, string | number>,
  userId: string | null = null,
): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.security_event') is not null as found",
  )
  if (!rows[0]?.found) return
  await client.query('insert into public.security_event (kind, details, user_id, at) values ($1, $2, $3, $4)', [
    kind,
    details,
    userId,
    now(),
  ])
}
