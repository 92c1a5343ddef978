import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** How tests reach their PostgreSQL. It travels from the global setup to the test processes. */
interface TestServer {
  /** May create databases. */
  admin: Reach
  /** What Maktaba connects as, and what owns the databases. */
  app: Reach
  /** A migrated database with the seeded genres; each test file gets a copy of it. */
  template: string
  /** Removed after the run: for whatever the tests write. */
  folder: string
}

export interface Reach {
  /** A name, an address, or the folder of a Unix socket. */
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

/** Runs statements as the role that may create databases. */
export async function asAdmin(admin: Reach, ...statements: string[]): Promise<void> {
  const client = new Client(admin)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same reach as a DATABASE_URL; the folder of a socket stands in the query. */
export function urlOf({ host, port, user, password, database }: Reach): string {
  const url = new URL(`postgres://localhost/${database}`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  if (host.startsWith('/')) url.searchParams.set('host', host)
  else url.hostname = host
  url.port = String(port)
  return url.href
}
