import { openEmbedded } from '#db/embedded/embedded.server.ts'
import { migrateDatabase } from '#db/migrate.server.ts'
import { seedIfEmpty } from '#db/seed/seed.server.ts'
import { asAdmin, newName, urlOf, type Reach } from '#test/server.ts'
import { databases } from './database.ts'

/** Where the seeded library stands of which own servers get a copy; the global setup leaves it in the environment. */
interface Template {
  admin: Reach
  app: Reach
  name: string
}

const QUIET = { info: () => undefined, warn: () => undefined }

/**
 * Opens the PostgreSQL of a data folder, for a server to find and share, and fills a library beside the server's own to make
 * copies of. Answers the end of this share.
 */
export async function makeTemplate(dataDir: string): Promise<() => Promise<void>> {
  const { admin, connection, close } = await openEmbedded({ dataDir, log: QUIET })
  const name = newName()
  await asAdmin(admin, `create database ${name} owner "${connection.user}"`)
  await migrateDatabase({ ...connection, database: name }, (db) => seedIfEmpty(db, 'sample'))
  const template: Template = { admin, app: connection, name }
  process.env.E2E_TEMPLATE = JSON.stringify(template)
  return close
}

/** A copy of the seeded library: what a server needs to be told of it. */
export async function copyLibrary() {
  const { admin, app, name }: Template = JSON.parse(process.env.E2E_TEMPLATE ?? '')
  const database = newName()
  await asAdmin(admin, `create database ${database} template ${name} owner "${app.user}"`)
  const url = urlOf({ ...app, database })
  return {
    settings: { DATABASE_URL: url, AUTH_SECRET: 'a secret of forty characters for own servers', MAIL: 'outbox' },
    /** From now on `runSql` finds it by its server's data folder. */
    belongsTo: (dataDir: string) => databases.set(dataDir, url),
    drop: () => asAdmin(admin, `drop database ${database} with (force)`),
  }
}
