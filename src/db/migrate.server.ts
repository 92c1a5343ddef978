import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, type ClientBase } from 'pg'
import type { Connection, Database } from './client.server.ts'
import { applyMigrations, inTransaction } from './migrations.server.ts'

// Arbitrary number that no other program on the same database uses.
const LOCK = 0x6d616b74

/** Waits until no other process migrates or restores the database. The lock ends with the connection. */
export const lockMigrations = async (client: ClientBase): Promise<void> =>
  void (await client.query('select pg_advisory_lock($1)', [LOCK]))

/**
 * Runs the migrations, then `fill`, under an advisory lock: of several servers that start at once one works and the
 * others wait.
 */
export async function migrateDatabase(connection: Connection, fill?: (db: Database) => Promise<void>): Promise<void> {
  const client = new Client({ ...connection, application_name: 'maktaba migrate' })
  await client.connect()
  try {
    // Hides notices such as "relation already exists, skipping".
    await client.query('set client_min_messages = warning')
    await lockMigrations(client)
    const db = drizzle({ client, casing: 'snake_case' })
    await inTransaction(client, () => applyMigrations(client))
    await fill?.(db)
  } finally {
    await client.end()
  }
}
