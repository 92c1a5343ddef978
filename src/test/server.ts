import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** Connection settings of the tests' PostgreSQL, passed from the global setup to the test processes. */
interface TestServer {
  /** Role that may create databases. */
  admin: ConnectionSettings
  /** Role of Maktaba, which owns the databases. */
  app: ConnectionSettings
  /** A migrated database with the seed genres; each test file gets a copy. */
  template: string
  /** Temporary folder, removed after the run. */
  folder: string
}

export interface ConnectionSettings {
  /** A host name, an IP address, or the folder of a Unix socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer
  }
}

export const newName = (): string => `maktaba_test_${randomBytes(5).toString('hex')}`

/** Runs statements as the admin role. */
export async function asAdmin(admin: ConnectionSettings, ...statements: string[]): Promise<void> {
  const client = new Client(admin)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The connection settings as a DATABASE_URL; the folder of a socket goes into the query. */
export function urlOf({ host, port, user, password, database }: ConnectionSettings): string {
  const url = new URL(`postgres://localhost/${database}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  if (host.startsWith('/')) url.searchParams.set('host', host)
  else url.hostname = host
  url.port = String(port)
  return url.href
}
