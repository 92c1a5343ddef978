import { stat } from 'node:fs/promises'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { listBackups } from '#base/db/backup/backup-folder.server.ts'
import { beginSecondFolder, requireSecondFolderRow } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { inFolder } from '#base/db/backup/second-folder/lent-drive.server.ts'
import { FolderError, takeFolder, type FolderProblem } from '#base/db/backup/second-folder/second-folder.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { secondFolderJob } from './fill-second-folder.server.ts'
import { folderRefusal } from '../shared/second-folder-words.ts'
import { chosenDrive, driveFolder } from '#base/lib/drive/chosen-drive.ts'
import { readRemovableDrives } from '#base/lib/drive/removable-drives.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { recordLibraryChange } from '#kit/library-settings/shared/library-change.server.ts'

/**
 * Changes where backups are copied to, once the folder has taken a file; null is nowhere. Throws VALIDATION_ERROR with what
 * is wrong with the folder, SESSION_EXPIRED.
 */
export async function chooseSecondFolder(
  chosen: string | null,
  session: CurrentSession,
): Promise<{ undo: string | null }> {
  requireRecentSession(session)
  const { given, dataDir } = env()
  if (given.names.includes('BACKUP_FOLDER'))
    throw createError('VALIDATION_ERROR', { fields: { folder: { key: 'setting_fixed' } } })
  const folder = chosen === null ? null : await named(chosen)
  if (folder !== null) {
    await tried(folder, dataDir)
    await beginSecondFolder(folder)
  }
  const changed = await storeLibrarySettings({ backupFolder: folder })
  if (changed) recordLibraryChange(changed, session)
  secondFolderJob.wake()
  return { undo: changed?.id ?? null }
}

/** A chosen drive has the name that it gives itself, not that of the request. */
async function named(folder: string): Promise<string> {
  const drive = chosenDrive(folder)
  const found = drive && (await readRemovableDrives()).find(({ uuid }) => uuid === drive.uuid)
  return found ? driveFolder(found) : folder
}

async function tried(folder: string, dataDir: string): Promise<void> {
  const [{ mark }, newest] = [await requireSecondFolderRow(), (await listBackups(dataDir))[0]]
  const bytes = newest
    ? await stat(newest.path).then(
        ({ size }) => size,
        () => 0,
      )
    : 0
  try {
    await inFolder(folder, (place) => takeFolder(place, { dataDir, mark, bytes }))
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
    requestContext().log.warn({ err: error, folder }, 'A second folder for backups was tried and did not take a file')
    refuse(folder, error.problem)
  }
}

function refuse(folder: string, problem: FolderProblem): never {
  const sentence = folderRefusal(problem, folder)
  throw createError('VALIDATION_ERROR', { fields: { folder: { key: 'in_words', params: { sentence } } } })
}
