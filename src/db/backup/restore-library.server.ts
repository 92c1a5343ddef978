import { basename } from 'node:path'
import type { Client, ClientBase } from 'pg'
import type { Connection } from '../connection/client.server.ts'
import { isConnectionError, sqlStateOf } from '../database-error.server.ts'
import { lockMigrations } from '../migration/migration-lock.server.ts'
import { asTransaction } from '../migration/migrations.server.ts'
import { withOwnClient } from '../connection/own-client.server.ts'
import { BackupError } from './backup-error.server.ts'
import { readBackupInfo, requireRestorable, type BackupInfo } from './backup-file.server.ts'
import { newBackupFile, pruneBackups } from './backup-folder.server.ts'
import { hasLibrary } from './library-tables.server.ts'
import { makeBackup } from './make-backup.server.ts'
import { recordOperation } from './record-operation.server.ts'
import { restoreBackup } from './restore.server.ts'

interface RestoreLibraryOptions {
  connection: Connection
  file: string
  /** Whether a library that is there may be replaced. */
  isReplacing: boolean
  /** DATA_DIR, which gets a backup of a library that is replaced. */
  dataDir: string
  onProgress?: (doing: string, share: number) => void
}

interface RestoredLibrary {
  backup: BackupInfo
  /** The backup of the library that was there. */
  former: string | undefined
  /** Addresses of all users with role admin, who have power over the library from now on. */
  admins: string[]
  /** API keys that work from now on, also those that were revoked after the backup. */
  keys: number
}

/**
 * Replaces the library of a database by that of a backup file, or changes nothing and throws BackupError with one
 * sentence. Refuses while a server or another command uses the database.
 */
export async function restoreLibrary(options: RestoreLibraryOptions): Promise<RestoredLibrary> {
  const { connection, file, isReplacing, dataDir, onProgress } = options
  const backup = await readBackupInfo(file)
  await requireRestorable(backup)
  return withOwnClient(connection, 'maktaba restore', async (client) => {
    // Servers that start meanwhile wait.
    await lockMigrations(client)
    await requireAlone(client)
    let former: string | undefined
    if (await hasLibrary(client)) {
      if (!isReplacing)
        throw new BackupError(
          'The library is not empty: restore --replace replaces it, after a backup of what is there now',
        )
      former = await newBackupFile(dataDir, 'before-restore')
      await makeBackup(connection, former, { onProgress: (share) => onProgress?.('Backing up', share) })
    }
    await restoreOrExplain(client, backup, (share) => onProgress?.('Restoring', share))
    await client.query('vacuum (analyze)')
    // The library is restored, whatever becomes of the files.
    await pruneBackups(dataDir).catch(() => undefined)
    return { backup, former, ...(await powerOf(client)) }
  })
}

async function requireAlone(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'maktaba%'
      and application_name not in ('maktaba open', 'maktaba migrate')`,
  )
  if (rows[0]?.others) throw new BackupError('A Maktaba server or command is using this library: stop it, then restore')
}

async function restoreOrExplain(
  client: Client,
  backup: BackupInfo,
  onProgress: (share: number) => void,
): Promise<void> {
  const name = basename(backup.path)
  try {
    await asTransaction(client, async () => {
      await client.query("set local lock_timeout = '20s'")
      await restoreBackup(client, backup, { onProgress })
      await recordOperation(client, 'restored', { made: backup.header.madeAt })
    })
  } catch (error) {
    if (error instanceof BackupError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const detail = error instanceof Error && 'detail' in error ? ` (${String(error.detail).split('\n')[0]})` : ''
    throw new BackupError(
      sqlStateOf(error) === '2BP01'
        ? `${name} was not restored, and nothing was changed: something else in the database depends on the library${detail}`
        : isConnectionError(error)
          ? `${name} was not restored, and nothing was changed: the connection to the database was lost`
          : `${name} was not restored, and nothing was changed: ${reason}`,
      { cause: error },
    )
  }
}

async function powerOf(client: ClientBase): Promise<{ admins: string[]; keys: number }> {
  const admins = await client.query<{ email: string }>(
    `select email from "user" where 'admin' = any (string_to_array(role, ',')) order by email`,
  )
  const keys = await client.query<{ count: number }>(
    'select count(*)::integer as count from api_key where expires_at > now()',
  )
  return { admins: admins.rows.map(({ email }) => email), keys: keys.rows[0]?.count ?? 0 }
}
