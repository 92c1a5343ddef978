import { openDatabase } from '#db/open.server.ts'
import type { SeedKind } from '#db/seed/seed.server.ts'
import { databaseEnv } from '#env/database-env.server.ts'

const say = (message: string): void => void process.stderr.write(`${message}\n`)
// Only warnings and errors, on stderr: stdout is for the command's output.
const log = { info: () => undefined, warn: say, error: say }

/** Runs `work` with the migrated database open, then closes it. `seed` is for an empty database, by default SEED. */
export async function withDatabase<T>(work: () => Promise<T>, seed?: SeedKind): Promise<T> {
  const settings = databaseEnv()
  const database = await openDatabase({ settings, log, seed: seed ?? settings.seed })
  try {
    return await work()
  } finally {
    await database.close()
  }
}
