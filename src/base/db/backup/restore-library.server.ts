import { basename } from 'node:path'
import type { Client, ClientBase } from 'pg'
import { serviceCommand } from '#base/env/operator-command.server.ts'
import { isClockBelieved } from '../clock/believed-clock.server.ts'
import type { Connection } from '../connection/client.server.ts'
import { isConnectionError, sqlStateOf } from '../database-error.server.ts'
import { lockMigrations } from '../migration/migration-lock.server.ts'
import { asTransaction } from '../migration/migrations.server.ts'
import { withOwnClient } from '../connection/own-client.server.ts'
import { BackupError, type BackupProblem } from './backup-error.server.ts'
import { readBackupInfo, requireRestorable, type BackupInfo } from './backup-file.server.ts'
import { newBackupFile, pruneBackups } from './backup-folder.server.ts'
import { hasLibrary } from './library-tables.server.ts'
import { makeBackup } from './make-backup.server.ts'
import { forgetSecondFolder } from './second-folder/second-folder-state.server.ts'
import { recordOperation } from './record-operation.server.ts'
import { endOtherConnections, takeMigrations, takeTables, type LiveRestore } from './restore-live.server.ts'
import { restoreBackup } from './restore.server.ts'

interface RestoreLibraryOptions {
  connection: Connection
  file: string
  /** Whether the library in the database may be replaced. */
  isReplacing: boolean
  /** DATA_DIR, which gets a backup of a library that is replaced. */
  dataDir: string
  onProgress?: (doing: 'Backing up' | 'Restoring', share: number) => void
  /** For a server that restores while it runs; without it everything else that uses the library must be stopped. */
  live?: LiveRestore
}

interface RestoredLibrary {
  backup: BackupInfo
  /** The file of the backup of the replaced library; undefined where there was none. */
  former: string | undefined
  /** Addresses of all users with role admin, who have power over the library from now on. */
  admins: string[]
  /** API keys that work from now on, also those that were revoked after the backup. */
  keys: number
}

/**
 * Replaces the library of a database by that of a backup file, or changes nothing and throws BackupError with one
 * sentence. Refuses while a server or another command uses the database; with `live` only while a command does.
 */
export async function restoreLibrary(options: RestoreLibraryOptions): Promise<RestoredLibrary> {
  const { connection, file, isReplacing, dataDir, onProgress, live } = options
  const backup = await readBackupInfo(file)
  await requireRestorable(backup)
  return withOwnClient(connection, 'maktaba restore', async (client) => {
    // Servers that start meanwhile wait.
    if (live) await takeMigrations(client)
    else await lockMigrations(client)
    await requireAlone(client, live !== undefined)
    let former: string | undefined
    if (await hasLibrary(client)) {
      if (!isReplacing)
        throw new BackupError(
          'The library is not empty: restore --replace replaces it, after a backup of what is there now',
        )
      former = await newBackupFile(dataDir, 'before-restore')
      await makeBackup(connection, former, { onProgress: (share) => onProgress?.('Backing up', share) })
    }
    await restoreOrExplain(client, backup, (share) => onProgress?.('Restoring', share), live)
    // What servers know of the library is of the former one.
    if (live) await endOtherConnections(client)
    await client.query('vacuum (analyze)')
    // The library is restored, whatever becomes of the files.
    if (await isClockBelieved(client)) await pruneBackups(dataDir).catch(() => undefined)
    return { backup, former, ...(await powerOf(client)) }
  })
}

const how = (command: string | undefined): string => (command === undefined ? '' : ` (${command})`)

async function requireAlone(client: ClientBase, isLive: boolean): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'maktaba%'
      and application_name not in ('maktaba open', 'maktaba migrate') and not ($1 and application_name = 'maktaba')`,
    [isLive],
  )
  if (rows[0]?.others)
    throw new BackupError(
      `A Maktaba server or command is using this library: stop it${how(serviceCommand('stop'))}, then restore`,
      { problem: 'busy' },
    )
}

async function restoreOrExplain(
  client: Client,
  backup: BackupInfo,
  onProgress: (share: number) => void,
  live: LiveRestore | undefined,
): Promise<void> {
  const name = basename(backup.path)
  try {
    await asTransaction(client, async () => {
      await client.query("set local lock_timeout = '20s'")
      await live?.begin(client)
      if (live) await takeTables(client)
      await restoreBackup(client, backup, { onProgress })
      await recordOperation(client, 'restored', { made: backup.header.madeAt })
      await forgetSecondFolder(client)
      await live?.settle(client)
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
      { cause: error, problem: problemOf(error) },
    )
  }
}

const DISK_FULL = '53100'

function problemOf(error: unknown): BackupProblem {
  if (sqlStateOf(error) === DISK_FULL) return 'no_room'
  return isConnectionError(error) ? 'away' : 'failed'
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
