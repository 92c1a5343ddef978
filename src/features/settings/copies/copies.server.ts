import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { requireRecentSession } from '#auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { listBackups } from '#db/backup/backup-folder.server.ts'
import { beginCopyState, requireCopyRow } from '#db/backup/copy/copy-state.server.ts'
import { FolderError, isSameDisk, takeFolder, type FolderProblem } from '#db/backup/copy/second-folder.server.ts'
import { storeLibrarySettings } from '#db/library-settings.server.ts'
import { env } from '#env/env.server.ts'
import { inForce } from '#env/in-force.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { backupCopyJob } from '#features/backup/shared/backup-copies.server.ts'
import { copyRefusal } from '#features/backup/shared/copy-words.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { recordLibraryChange } from '../shared/library-change.server.ts'
import type { CopySetting } from './copies.schema.ts'
import { readDrives } from './drives.server.ts'

/** Milliseconds that the folder may take to answer. */
const PATIENCE = 1000

/** Where backups are copied to, for managers; nothing of the machine in the demo. */
export async function copySetting(): Promise<CopySetting> {
  const { isDemo, dataDir } = env()
  const folder = inForce().backupFolder ?? null
  if (isDemo) return { folder, isSameDisk: false, drives: [] }
  const [isSame, drives] = await Promise.all([
    folder !== null &&
      Promise.race([isSameDisk(folder, dataDir).catch(() => false), setTimeout(PATIENCE, false, { ref: false })]),
    readDrives(),
  ])
  return { folder, isSameDisk: isSame, drives }
}

/**
 * Changes where backups are copied to, once the folder has taken a file; null is nowhere. Throws VALIDATION_ERROR with what
 * is wrong with the folder, SESSION_EXPIRED.
 */
export async function changeCopyFolder(
  folder: string | null,
  session: CurrentSession,
): Promise<{ undo: string | null }> {
  requireRecentSession(session)
  const { given, dataDir } = env()
  if (given.names.includes('BACKUP_FOLDER'))
    throw createError('VALIDATION_ERROR', { fields: { folder: { key: 'setting_fixed' } } })
  if (folder !== null) {
    await tried(folder, dataDir)
    await beginCopyState(folder)
  }
  const changed = await storeLibrarySettings({ backupFolder: folder })
  if (changed) recordLibraryChange(changed, session)
  backupCopyJob.wake()
  return { undo: changed?.id ?? null }
}

async function tried(folder: string, dataDir: string): Promise<void> {
  const [{ mark }, newest] = [await requireCopyRow(), (await listBackups(dataDir))[0]]
  const bytes = newest
    ? await stat(newest.path).then(
        ({ size }) => size,
        () => 0,
      )
    : 0
  try {
    await takeFolder(folder, { dataDir, mark, bytes })
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
    requestContext().log.warn(
      { err: error, folder },
      'A folder for copies of backups was tried and did not take a file',
    )
    refuse(folder, error.problem)
  }
}

function refuse(folder: string, problem: FolderProblem): never {
  const sentence = copyRefusal(problem, folder)
  throw createError('VALIDATION_ERROR', { fields: { folder: { key: 'in_words', params: { sentence } } } })
}
