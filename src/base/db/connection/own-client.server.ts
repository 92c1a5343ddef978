import { Client } from 'pg'
import type { Connection } from './client.server.ts'

/**
 * Runs `work` on a connection of its own, outside of the pool, and closes it. `name` is shown in `pg_stat_activity`, by
 * which a restore finds out who uses the library. `signal` ends the connection, and with it what it is doing.
 */
export async function withOwnClient<T>(
  connection: Connection,
  name: string,
  work: (client: Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted()
  const client = new Client({ ...connection, application_name: name })
  // A connection that breaks rejects the running query; without a listener it would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    // The signal may have been aborted while the client connected.
    signal?.throwIfAborted()
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end().catch(() => undefined)
  }
}
