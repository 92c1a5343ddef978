import type { ClientBase } from 'pg'
import { operatorCommand, stoppedCommands } from '#base/env/operator-command.server.ts'
import { isClockBelieved } from '../clock/believed-clock.server.ts'
import type { Connection } from '../connection/client.server.ts'
import { BackupError } from './backup-error.server.ts'
import { backupFolder, listBackups, newBackupFile, pruneBackups } from './backup-folder.server.ts'
import { hasLibrary } from './library-tables.server.ts'
import { makeBackup } from './make-backup.server.ts'

const restoring = (file: string): string => `restore --replace ${/\s/.test(file) ? `'${file}'` : file}`

/** What the operator types to bring back the library of a backup. */
export const restoreCommand = (file: string): string => operatorCommand(restoring(file))

/** `restoreCommand`, with the lines that stop the server before it and start it afterwards. */
export const restoreCommands = (file: string): string[] => stoppedCommands(restoring(file))

/**
 * Backs up a library that is about to be migrated; returns the file, undefined for an empty library. Throws BackupError
 * that says how to go on without one.
 */
export async function backUpBeforeUpdate(
  client: ClientBase,
  connection: Connection,
  dataDir: string,
): Promise<string | undefined> {
  if (!(await hasLibrary(client))) return undefined
  try {
    const file = await newBackupFile(dataDir, 'before-update')
    await makeBackup(connection, file)
    // The new backup is made, whether or not older backups can be deleted.
    if (await isClockBelieved(client)) await pruneBackups(dataDir).catch(() => undefined)
    return file
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `The database is not updated, because it could not be backed up first. ${reason}. Then start Maktaba again; BACKUP_BEFORE_UPDATE=false updates it without a backup.`,
      { cause: error },
    )
  }
}

/** What the operator types to go back to this version after an update. */
export async function downgradeCommand(dataDir: string): Promise<string> {
  const files = await listBackups(dataDir).catch(() => [])
  const former = files.find(({ kind }) => kind === 'before-update')
  return restoreCommand(former?.path ?? `FILE, a backup of before the update (${backupFolder(dataDir)} has none)`)
}

/** What to do when the database was migrated by a newer version. */
export const downgradeHint = async (dataDir: string): Promise<string> =>
  `The database was updated by a newer Maktaba. Start that version, or go back to this one with: ${await downgradeCommand(dataDir)}`
