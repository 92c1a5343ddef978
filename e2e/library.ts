import { openEmbedded } from '#db/embedded/embedded.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { seedIfEmpty } from '#db/seed/seed.server.ts'
import { asAdmin, newName, urlOf, type ConnectionSettings } from '#test/server.ts'
import { databases } from './database.ts'

/** Location of a seeded library that separate servers copy. */
export interface Template {
  admin: ConnectionSettings
  app: ConnectionSettings
  name: string
}

const QUIET = { info: () => undefined, warn: () => undefined }

/** Opens the PostgreSQL of a data folder, which a server may share, and seeds another database to copy from. */
export async function makeTemplate(dataDir: string): Promise<{ template: Template; close: () => Promise<void> }> {
  const { admin, connection, close } = await openEmbedded({ dataDir, log: QUIET })
  const name = newName()
  await asAdmin(admin, `create database ${name} owner "${connection.user}"`)
  await migrateDatabase({ ...connection, database: name }, (db) => seedIfEmpty(db, 'sample'))
  return { template: { admin, app: connection, name }, close }
}

/** Copies a seeded library; returns the settings for a server on the copy. */
export async function copyLibrary({ admin, app, name }: Template) {
  const database = newName()
  await asAdmin(admin, `create database ${database} template ${name} owner "${app.user}"`)
  const url = urlOf({ ...app, database })
  return {
    settings: { DATABASE_URL: url, AUTH_SECRET: 'a secret of forty characters for own servers', MAIL: 'outbox' },
    /** Registers it for `runSql` by its server's data folder. */
    belongsTo: (dataDir: string) => databases.set(dataDir, url),
    drop: () => asAdmin(admin, `drop database ${database} with (force)`),
  }
}
