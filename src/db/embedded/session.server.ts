import { Client } from 'pg'
import { EmbeddedError } from './embedded-error.server.ts'
import type { Passwords } from './passwords.server.ts'
import type { Address } from './socket.server.ts'

/** What pg needs to connect; `host` is a socket's folder or 127.0.0.1. */
export interface ClusterConnection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

export const DATABASE = 'maktaba'

/** How a role reaches the application's database. */
export function connectionOf(
  { socketFolder, port }: Address,
  passwords: Passwords,
  user: keyof Passwords,
): ClusterConnection {
  return { host: socketFolder ?? '127.0.0.1', port, user, password: passwords[user], database: DATABASE }
}

/** Runs `work` on a connection of its own. */
export async function withSession<T>(connection: ClusterConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 5000,
    application_name: 'maktaba open',
  })
  // A connection that breaks rejects the query under way; unheard, it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The line for passwords that the cluster does not know. */
export const wrongPassword = (home: string): EmbeddedError =>
  new EmbeddedError(
    `The embedded PostgreSQL refuses the passwords in ${home}/postgres.passwords: bring back the file that belongs to this cluster`,
  )
