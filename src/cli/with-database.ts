import type { Connection } from '#db/connection/client.server.ts'
import { openDatabase, reachDatabase } from '#db/connection/open.server.ts'
import type { SeedKind } from '#db/seed/seed.server.ts'
import { librarySettings } from '#db/library-settings.server.ts'
import { databaseEnv } from '#env/database-env.server.ts'

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

/** Runs `work` with a connection to the database as it is: nothing is migrated or seeded. */
export async function withUnchangedDatabase<T>(
  work: (connection: Connection, dataDir: string) => Promise<T>,
): Promise<T> {
  const settings = databaseEnv()
  const { connection, release } = await reachDatabase(settings, log)
  try {
    return await work(connection, settings.dataDir)
  } finally {
    await release()
  }
}
