import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import type { Connection, Database } from './client.server.ts'

// Arbitrary number that no other program on the same database uses.
const LOCK = 0x6d616b74

/**
 * Runs the migrations, then `fill`, under an advisory lock: of several servers that start at once one works and the
 * others wait. The lock ends with its connection.
 */
export async function migrateDatabase(connection: Connection, fill?: (db: Database) => Promise<void>): Promise<void> {
  const client = new Client({ ...connection, application_name: 'maktaba migrate' })
  await client.connect()
  try {
    // Hides notices such as "relation already exists, skipping".
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const db = drizzle({ client, casing: 'snake_case' })
    await migrate(db, { migrationsFolder: join(projectRoot, 'drizzle') })
    await fill?.(db)
  } finally {
    await client.end()
  }
}
