import { resolve } from 'node:path'
import { EnvError, EnvReader } from './read-env.server.ts'

const SEEDS = ['none', 'genres', 'sample'] as const

/** The database settings: a URL or the folder of the embedded database, and the seed for an empty one. */
export function readDatabase(read: EnvReader) {
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])?.href
  const isEmbedded = read.text('DATABASE_URL') === undefined
  const directUrl = read.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])?.href
  if (isEmbedded && read.text('DATABASE_DIRECT_URL') !== undefined)
    read.problems.push('DATABASE_DIRECT_URL is set without DATABASE_URL, which leads to the pooler that it passes')
  const replicaUrl = read.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])?.href
  if (isEmbedded && read.text('DATABASE_REPLICA_URL') !== undefined)
    read.problems.push('DATABASE_REPLICA_URL is set without DATABASE_URL: the embedded database has no replica')
  return {
    databaseUrl,
    /** The way past the pooler at `databaseUrl`; undefined without one. */
    directUrl,
    replicaUrl,
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    isBackedUpBeforeUpdate: read.flag('BACKUP_BEFORE_UPDATE', true),
    /** Where `update-check` asks for the newest version. */
    updateUrl: read.url('UPDATE_URL', ['https:', 'http:'])?.href,
    seed: read.choice('SEED', SEEDS) ?? (isEmbedded ? 'sample' : 'genres'),
  }
}

/** Only the database settings, so that migrations and imports need no mail or secret. Throws EnvError. */
export function databaseEnv() {
  const read = new EnvReader(process.env)
  const settings = readDatabase(read)
  if (read.problems.length > 0) throw new EnvError(read.problems.join('\n'))
  return settings
}
