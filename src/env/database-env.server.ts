import { resolve } from 'node:path'
import { EnvError, EnvReader } from './read-env.server.ts'

const SEEDS = ['none', 'genres', 'sample'] as const

/** The settings of the database: an address of its own or the folder of the embedded one, and what fills an empty one. */
export function readDatabase(read: EnvReader) {
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])?.href
  const isEmbedded = read.text('DATABASE_URL') === undefined
  return {
    databaseUrl,
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    seed: read.choice('SEED', SEEDS) ?? (isEmbedded ? 'sample' : 'genres'),
  }
}

/** The settings of the database alone: whoever migrates or imports need not set up mail and secrets. Throws EnvError. */
export function databaseEnv() {
  const read = new EnvReader(process.env)
  const settings = readDatabase(read)
  if (read.problems.length > 0) throw new EnvError(read.problems.join('\n'))
  return settings
}
