import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { now } from '#base/lib/clock.ts'
import type { Connection } from '../connection/client.server.ts'
import { sqlStateOf } from '../database-error.server.ts'
import { asTransaction } from '../migration/migrations.server.ts'
import { withOwnClient } from '../connection/own-client.server.ts'
import { readBackupInfo, requireRestorable } from './backup-file.server.ts'
import { restoreBackup } from './restore.server.ts'

/** `verified`, or why the backup could not be verified: the role may not create databases. */
type Verification = 'verified' | 'not_allowed'

/** Name of its connections in `pg_stat_activity`. */
const CHECK = 'maktaba check'
const PREFIX = 'maktaba_check_'
const NOT_ALLOWED = '42501'
/** Milliseconds after which a scratch database was left by a killed process. */
const LEFT = 86_400_000
/** The migrations create what is missing, except for a role that may not. */
const EXTENSION = 'create extension if not exists pg_trgm'

interface VerifyOptions {
  connection: Connection
  /** A connection whose role may create databases, if that of `connection` may not. */
  admin?: Connection | undefined
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup into a database of its own beside the library's, compares every row, and drops that database.
 * Throws BackupError if the backup is no good.
 */
export async function verifyBackup(file: string, options: VerifyOptions): Promise<Verification> {
  const { connection, admin = connection, onProgress, signal } = options
  const backup = await readBackupInfo(file)
  await requireRestorable(backup)
  const name = `${PREFIX}${now().getTime()}_${randomBytes(4).toString('hex')}`
  const isMade = await withOwnClient(admin, CHECK, async (client) => {
    await dropLeft(client)
    return createScratch(client, name, connection)
  })
  if (!isMade) return 'not_allowed'
  try {
    await withOwnClient(inDatabase(admin, name), CHECK, (client) => client.query(EXTENSION))
    const restore = async (client: Client) => {
      await client.query('set synchronous_commit = off')
      await asTransaction(client, () => restoreBackup(client, backup, { onProgress }))
    }
    await withOwnClient(inDatabase(connection, name), CHECK, restore, signal)
    return 'verified'
  } finally {
    await withOwnClient(admin, CHECK, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
}

async function createScratch(client: Client, name: string, connection: Connection): Promise<boolean> {
  const { user } = new Client(connection)
  const owner = user === undefined ? '' : ` owner ${escapeIdentifier(user)}`
  try {
    await client.query(`create database ${name}${owner}`)
    return true
  } catch (error) {
    if (sqlStateOf(error) === NOT_ALLOWED) return false
    throw error
  }
}

/** Drops the databases that killed processes have left, if they are ours to drop. */
async function dropLeft(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname::text as name from pg_database where starts_with(datname, $1)',
    [PREFIX],
  )
  for (const { name } of rows) {
    const madeAt = Number(name.slice(PREFIX.length).split('_')[0])
    if (now().getTime() - madeAt > LEFT)
      await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`).catch(() => undefined)
  }
}

/** The same server and role, another database. */
function inDatabase(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}
