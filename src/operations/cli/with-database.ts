// Registers the words of nouns and the slices, as a server does at its start.
import '#noun-words.ts'
import '#slices.server.ts'
import type { Connection } from '#base/db/connection/client.server.ts'
import { openDatabase, reachDatabase } from '#base/db/connection/open.server.ts'
import type { SeedKind } from '#base/db/seed/seed.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { databaseEnv } from '#base/env/database-env.server.ts'

const say = (message: string): void => void process.stderr.write(`${message}\n`)
// Only warnings and errors, on stderr: stdout is for the command's output.
const log = { info: () => undefined, warn: say, error: say }

/** Runs `work` with the migrated database open, then closes it. `seed` is for an empty database, by default SEED. */
export async function withDatabase<T>(work: () => Promise<T>, seed?: SeedKind): Promise<T> {
  const settings = databaseEnv()
  const database = await openDatabase({ settings, log, seed: seed ?? settings.seed })
  try {
    await librarySettings()
    return await work()
  } finally {
    await database.close()
  }
}

/**
 * Runs `work` with a connection to the database as it is, and with that of the embedded one's superuser: nothing is migrated or seeded.
 */
export async function withUnchangedDatabase<T>(
  work: (connection: Connection, dataDir: string, admin: Connection | undefined) => Promise<T>,
): Promise<T> {
  const settings = databaseEnv()
  const { connection, admin, release } = await reachDatabase(settings, log)
  try {
    return await work(connection, settings.dataDir, admin)
  } finally {
    await release()
  }
}
