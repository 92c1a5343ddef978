import { randomBytes } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { now } from '#lib/clock.ts'
import { BackupError } from './backup-error.server.ts'

/** Why a backup was made; part of its file's name. */
type BackupKind = 'before-restore'

/** The folder of a library's backups. */
const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** The path for a new backup, in a folder that only this user may enter; the folder is made if there is none. */
export async function newBackupFile(dataDir: string, kind: BackupKind): Promise<string> {
  const folder = backupFolder(dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The folder of backups ${folder} cannot be made: ${reason}`, { cause: error })
  }
  // DATA_DIR may belong to PostgreSQL's user. A link of our own, to another disk, is fine.
  const { uid } = await lstat(folder)
  if (process.getuid && uid !== process.getuid())
    throw new BackupError(`The folder of backups ${folder} belongs to another user: hand it over with chown`)
  // 2026-11-23-015030: sorts by time, and every file system allows it.
  const stamp = now().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  const file = join(folder, `${stamp}-${kind}.maktaba`)
  const isTaken = await lstat(file).then(
    () => true,
    () => false,
  )
  return isTaken ? join(folder, `${stamp}-${randomBytes(2).toString('hex')}-${kind}.maktaba`) : file
}
