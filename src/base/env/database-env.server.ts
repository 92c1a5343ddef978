import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { EnvError, EnvReader } from './read-env.server.ts'

const SEEDS = ['none', 'genres', 'sample'] as const

/** The database settings: a URL or the folder of the embedded database, and the seed for an empty one. */
export function readDatabase(read: EnvReader) {
  const databaseUrl = databaseAddress(read, 'DATABASE_URL')
  const isEmbedded = read.text('DATABASE_URL') === undefined
  const directUrl = databaseAddress(read, 'DATABASE_DIRECT_URL')
  if (isEmbedded && read.text('DATABASE_DIRECT_URL') !== undefined)
    read.problems.push('DATABASE_DIRECT_URL is set without DATABASE_URL, which leads to the pooler that it passes')
  const replicaUrl = databaseAddress(read, 'DATABASE_REPLICA_URL')
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

function databaseAddress(read: EnvReader, name: string): string | undefined {
  const url = read.url(name, ['postgres:', 'postgresql:'])
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = url?.searchParams.get(parameter)
    if (file && !isReadable(file)) read.problems.push(`${name} names ${file} as ${parameter}, which cannot be read`)
  }
  return url?.href
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Only the database settings, so that migrations and imports need no mail or secret. Throws EnvError. */
export function databaseEnv() {
  const read = new EnvReader(process.env)
  const settings = readDatabase(read)
  if (read.problems.length > 0) throw new EnvError(read.problems.join('\n'))
  return settings
}
