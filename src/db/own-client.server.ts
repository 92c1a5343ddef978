import { Client } from 'pg'
import type { Connection } from './client.server.ts'

/**
 * Runs `work` on a connection of its own, outside of the pool, and closes it. `name` is shown in `pg_stat_activity`, by
 * which a restore finds out who uses the library.
 */
export async function withOwnClient<T>(
  connection: Connection,
  name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, application_name: name })
  // A connection that breaks rejects the running query; without a listener it would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
