import { asAdmin, newName, urlOf, type ConnectionSettings } from '#test/server.ts'
import { databases } from '../testing/database.ts'

/** Location of a seeded library that separate servers copy. */
export interface Template {
  admin: ConnectionSettings
  app: ConnectionSettings
  name: string
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
