import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import type { Connection, Database } from './client.server.ts'

// Any number will do, as long as no other program on the same database takes it.
const LOCK = 0x6d616b74

/**
 * Brings the tables up to date, then runs `fill`, under an advisory lock: of several servers that
 * start at once one works and the others wait. The lock ends with its connection.
 */
export async function migrateDatabase(connection: Connection, fill?: (db: Database) => Promise<void>): Promise<void> {
  const client = new Client({ ...connection, application_name: 'maktaba migrate' })
  await client.connect()
  try {
    // "relation already exists, skipping" is no news to an operator.
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const db = drizzle({ client, casing: 'snake_case' })
    await migrate(db, { migrationsFolder: join(projectRoot, 'drizzle') })
    await fill?.(db)
  } finally {
    await client.end()
  }
}
