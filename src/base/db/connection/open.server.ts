import { setTimeout as sleep } from 'node:timers/promises'
import { connect, disconnect, watchPool, type Connection } from './client.server.ts'
import { isConnectionError } from '../database-error.server.ts'
import { isBeingRestored } from '../backup/restore-state.server.ts'
import { openEmbedded } from '../embedded/embedded.server.ts'
import { waitForDatabase } from './external.server.ts'
import { migrateDatabase } from '../migration/migrate.server.ts'
import { rememberOpened } from './opened.server.ts'
import { enterStartPhase } from './start-phase.server.ts'
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
  /** Waits without end for a database at DATABASE_URL that does not answer, until this is aborted; without it for 30 s. */
  patience?: AbortSignal | undefined
}

/** Milliseconds after which a database that broke off while it was opened is tried again, doubled each time. */
const PAUSE = { first: 1000, longest: 30_000 }

/** Connections of one of so many processes of a server: ten alone, together twenty or four each. */
const connectionsOf = (workers: number): number => (workers === 1 ? 10 : Math.max(4, Math.ceil(20 / workers)))

/**
 * Opens the embedded database or DATABASE_URL, runs the migrations, and seeds it if empty. Returns the function that
 * closes it after its queries. Throws DatabaseError, BackupError or EmbeddedError with one line for the operator.
 */
export async function openDatabase(options: OpenOptions): Promise<{ close: () => Promise<void> }> {
  const { settings, log, patience } = options
  for (let pause = PAUSE.first; ; pause = Math.min(PAUSE.longest, pause * 2)) {
    try {
      return await open(options)
    } catch (error) {
      // Such as a database that fails over while its tables are updated: nothing was changed then.
      if (!patience || settings.databaseUrl === undefined || !isConnectionError(error)) throw error
      log.warn(`The database broke off while it was opened: ${error instanceof Error ? error.message : String(error)}`)
      await sleep(pause, undefined, { signal: patience })
    }
  }
}

async function open({ settings, log, seed, patience }: OpenOptions): Promise<{ close: () => Promise<void> }> {
  const { dataDir, isBackedUpBeforeUpdate } = settings
  const { connection, pooler, admin, restart, release } = await reachDatabase(settings, log, patience)
  enterStartPhase('opening', 'Opening the library')
  try {
    await migrateDatabase(connection, (db) => seedIfEmpty(db, seed), {
      dataDir,
      backupsIn: isBackedUpBeforeUpdate ? dataDir : undefined,
      warn: (message) => log.warn(message),
    })
    rememberOpened({ connection, admin })
    // A restore ends the connections itself.
    const onError = ({ message }: Error) =>
      isBeingRestored()
        ? log.info('A database connection has ended: a backup is being restored')
        : log.error(`A database connection broke: ${message}`)
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
  /** The connection of the embedded database's superuser. */
  admin?: Connection
  /** Starts the embedded database again if its process is gone. */
  restart?: () => Promise<void>
  release: () => Promise<void>
}

/**
 * Starts the embedded database or waits for DATABASE_URL, and leaves what is in it as it is. `release` stops an embedded
 * one that nobody else uses. With `patience` it waits until that is aborted, else for 30 s. Throws DatabaseError or
 * EmbeddedError with one line for the operator.
 */
export async function reachDatabase(
  settings: Omit<OpenOptions['settings'], 'isBackedUpBeforeUpdate'>,
  log: Log,
  patience?: AbortSignal,
): Promise<ReachedDatabase> {
  if (settings.databaseUrl === undefined) {
    const embedded = await openEmbedded({ dataDir: settings.dataDir, log })
    const { admin, restart } = embedded
    return { connection: embedded.connection, admin, restart, release: () => embedded.close() }
  }
  const warn = (message: string) => log.warn(message)
  const connection = { connectionString: settings.directUrl ?? settings.databaseUrl }
  const waiting = patience ? { timeout: Infinity, signal: patience } : {}
  await waitForDatabase(connection, warn, {
    ...waiting,
    variable: settings.directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
  })
  if (settings.directUrl === undefined) return { connection, release: async () => undefined }
  const pooler = { connectionString: settings.databaseUrl }
  await waitForDatabase(pooler, warn, waiting)
  return { connection, pooler, release: async () => undefined }
}
