import { openDatabase } from '#db/open.server.ts'
import type { SeedKind } from '#db/seed/seed.server.ts'
import { databaseEnv } from '#env/database-env.server.ts'

const say = (message: string): void => void process.stderr.write(`${message}\n`)
// Only what an operator must know: stdout belongs to the answer.
const log = { info: () => undefined, warn: say, error: say }

/** Runs `work` with the database open and up to date, and closes it whatever happens. `seed` fills an empty one; else SEED says. */
export async function withDatabase<T>(work: () => Promise<T>, seed?: SeedKind): Promise<T> {
  const settings = databaseEnv()
  const database = await openDatabase({ settings, log, seed: seed ?? settings.seed })
  try {
    return await work()
  } finally {
    await database.close()
  }
}
