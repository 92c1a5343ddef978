import { openEmbedded } from '#base/db/embedded/embedded.server.ts'
import { migrateDatabase } from '#base/db/migration/migrate.server.ts'
import { seedIfEmpty } from '#base/db/seed/seed.server.ts'
import { asAdmin, newName } from '#test/server.ts'
import type { Template } from './library.ts'

// By itself: what seeds a library is two thousand modules, which no worker of the journeys needs.

const QUIET = { info: () => undefined, warn: () => undefined }

/** Opens the PostgreSQL of a data folder, which a server may share, and seeds another database to copy from. */
export async function makeTemplate(dataDir: string): Promise<{ template: Template; close: () => Promise<void> }> {
  const { admin, connection, close } = await openEmbedded({ dataDir, log: QUIET })
  const name = newName()
  await asAdmin(admin, `create database ${name} owner "${connection.user}"`)
  await migrateDatabase({ ...connection, database: name }, (db) => seedIfEmpty(db, 'sample'))
  return { template: { admin, app: connection, name }, close }
}
