import { drizzle } from 'drizzle-orm/node-postgres'
import type { ClientBase } from 'pg'
import { backUpBeforeUpdate, restoreCommand, downgradeHint } from '../backup/before-update.server.ts'
import type { Connection, Database } from '../connection/client.server.ts'
import { DatabaseError } from '../connection/external.server.ts'
import { enterStartPhase } from '../connection/start-phase.server.ts'
import { lockMigrations } from './migration-lock.server.ts'
import { applyMigrations, asTransaction, migrationState } from './migrations.server.ts'
import { withOwnClient } from '../connection/own-client.server.ts'

interface Safety {
  /** DATA_DIR, which gets a backup before an update; undefined for none. */
  backupsIn: string | undefined
  /** DATA_DIR, where a backup to go back to is looked for. */
  dataDir: string
  warn: (message: string) => void
}

/**
 * Runs the migrations, then `fill`, under an advisory lock: of several servers that start at once one works and the
 * others wait. With `safety` a library is backed up before it is migrated. Throws DatabaseError for a database that a
 * newer version has migrated, and for a migration that fails, after which the database is as it was.
 */
export async function migrateDatabase(
  connection: Connection,
  fill?: (db: Database) => Promise<void>,
  safety?: Safety,
): Promise<void> {
  await withOwnClient(connection, 'maktaba migrate', async (client) => {
    // Hides notices such as "relation already exists, skipping".
    await client.query('set client_min_messages = warning')
    await lockMigrations(client)
    await migrate(client, connection, safety)
    await fill?.(drizzle({ client, casing: 'snake_case' }))
  })
}

async function migrate(client: ClientBase, connection: Connection, safety: Safety | undefined): Promise<void> {
  const { isEmpty, isNewer, missing } = await migrationState(client)
  if (isNewer) throw new DatabaseError(await downgradeHint(safety?.dataDir ?? ''))
  if (missing.length === 0) return
  const isUpdate = !isEmpty
  if (isUpdate) enterStartPhase('updating', 'Backing the library up before it is updated')
  const backup =
    isUpdate && safety?.backupsIn !== undefined
      ? await backUpBeforeUpdate(client, connection, safety.backupsIn)
      : undefined
  if (backup !== undefined) safety?.warn(`The library is updated; as it was before it is in ${backup}`)
  if (isUpdate) enterStartPhase('updating', 'Updating the tables of the library')
  try {
    await asTransaction(client, () => applyMigrations(client))
  } catch (error) {
    if (!isUpdate || !safety) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const command = backup === undefined ? '' : `, or if need be, with that version: ${restoreCommand(backup)}`
    throw new DatabaseError(
      `The update of the database failed, and nothing in it was changed: ${reason}. To go back, start the version that ran before${command}`,
      { cause: error },
    )
  }
}
