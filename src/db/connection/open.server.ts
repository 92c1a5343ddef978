import { connect, disconnect, watchPool, type Connection } from './client.server.ts'
import { openEmbedded } from '../embedded/embedded.server.ts'
import { waitForDatabase } from './external.server.ts'
import { migrateDatabase } from '../migration/migrate.server.ts'
import { rememberOpened } from './opened.server.ts'
import { seedIfEmpty, type SeedKind } from '../seed/seed.server.ts'

interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

interface OpenOptions {
  settings: {
    databaseUrl: string | undefined
    directUrl: string | undefined
    dataDir: string
    isBackedUpBeforeUpdate: boolean
    /** Processes that serve together. */
    workers?: number
  }
  log: Log
  /** The seed of an empty database. */
  seed: SeedKind
}

/** Connections of one of so many processes of a server: ten alone, together twenty or four each. */
const connectionsOf = (workers: number): number => (workers === 1 ? 10 : Math.max(4, Math.ceil(20 / workers)))

/**
 * Opens the embedded database or DATABASE_URL, runs the migrations, and seeds it if empty. Returns the function that
 * closes it after its queries. Throws DatabaseError, BackupError or EmbeddedError with one line for the operator.
 */
export async function openDatabase({ settings, log, seed }: OpenOptions): Promise<{ close: () => Promise<void> }> {
  const { dataDir, isBackedUpBeforeUpdate } = settings
  const { connection, pooler, admin, restart, release } = await reachDatabase(settings, log)
  try {
    await migrateDatabase(connection, (db) => seedIfEmpty(db, seed), {
      dataDir,
      backupsIn: isBackedUpBeforeUpdate ? dataDir : undefined,
      warn: (message) => log.warn(message),
    })
    rememberOpened({ connection, admin })
    const onError = (error: Error) => log.error(`A database connection broke: ${error.message}`)
    const max = connectionsOf(settings.workers ?? 1)
    if (pooler) connect(pooler, onError, { direct: connection, max })
    else connect(connection, onError, { max })
    watchPool({ connection: pooler ?? connection, restart, warn: (message) => log.warn(message) })
  } catch (error) {
    await release()
    throw error
  }
  const close = async () => {
    await disconnect()
    rememberOpened(undefined)
    await release()
  }
  return { close }
}

interface ReachedDatabase {
  /** Leads to the database itself. */
  connection: Connection
  /** Leads to the pooler before it. */
  pooler?: Connection
  /** Of the embedded database's superuser. */
  admin?: Connection
  /** Starts the embedded database again if its process is gone. */
  restart?: () => Promise<void>
  release: () => Promise<void>
}

/**
 * Starts the embedded database or waits for DATABASE_URL, and leaves what is in it as it is. `release` stops an embedded
 * one that nobody else uses. Throws DatabaseError or EmbeddedError with one line for the operator.
 */
export async function reachDatabase(
  settings: Omit<OpenOptions['settings'], 'isBackedUpBeforeUpdate'>,
  log: Log,
): Promise<ReachedDatabase> {
  if (settings.databaseUrl === undefined) {
    const embedded = await openEmbedded({ dataDir: settings.dataDir, log })
    const { admin, restart } = embedded
    return { connection: embedded.connection, admin, restart, release: () => embedded.close() }
  }
  const warn = (message: string) => log.warn(message)
  const connection = { connectionString: settings.directUrl ?? settings.databaseUrl }
  await waitForDatabase(connection, warn, {
    variable: settings.directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
  })
  if (settings.directUrl === undefined) return { connection, release: async () => undefined }
  const pooler = { connectionString: settings.databaseUrl }
  await waitForDatabase(pooler, warn)
  return { connection, pooler, release: async () => undefined }
}
