import { defineJob, isLocked, withLock } from '#db/background.server.ts'
import { listBackups } from '#db/backup/backup-folder.server.ts'
import { copyBackups, newestCopy } from '#db/backup/copy/copy-backups.server.ts'
import { requireCopyRow, storeCopyState } from '#db/backup/copy/copy-state.server.ts'
import { copiesIn, findFolder, folderProblem, type FolderProblem } from '#db/backup/copy/second-folder.server.ts'
import { db } from '#db/connection/client.server.ts'
import type { CopyProblem } from '#db/tables/backup-copy.ts'
import { env } from '#env/env.server.ts'
import { inForce } from '#env/in-force.server.ts'
import { now } from '#lib/clock.ts'
import type { Logger } from '#lib/log.server.ts'
import { observeJob } from '#lib/telemetry.server.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const LOCK = 'backup-copy'

/** Whether a server copies backups just now. */
export const isCopying = (): Promise<boolean> => isLocked(db, LOCK)

/**
 * Copies to the chosen folder what is missing there. Never throws for what is wrong with the folder: that is kept, and said
 * where the state is shown. Of several servers one does it.
 */
export async function copyToFolder(log: Logger, signal: AbortSignal): Promise<void> {
  const folder = inForce().backupFolder
  if (folder === undefined) return
  // Of several servers those that make no backups know nothing of the folder.
  if ((await listBackups(env().dataDir)).length === 0) return
  await withLock(LOCK, () => observeJob(LOCK, () => copyNow(folder, log, signal)))
}

async function copyNow(folder: string, log: Logger, signal: AbortSignal): Promise<void> {
  const { dataDir, given } = env()
  const { mark, problem: former } = await requireCopyRow()
  try {
    const mayTake = given.names.includes('BACKUP_FOLDER')
    const copies = await findFolder(folder, { dataDir, mark, mayTake })
    await copyBackups(dataDir, copies, signal)
    await storeCopyState(folder, { problem: null, copiedAt: now(), newestAt: await newestCopy(copies) })
  } catch (error) {
    if (signal.aborted) return
    const problem = copyProblem(folderProblem(error))
    // Each hour the same.
    if (problem !== former) log.warn({ err: error, problem, folder }, 'Backups cannot be copied to their second folder')
    const newestAt = await newestCopy(copiesIn(folder)).catch(() => null)
    await storeCopyState(folder, { problem, ...(newestAt && problem === 'no_room' && { newestAt }) })
  }
}

/** What is wrong with a folder that was taken once. */
const copyProblem = (problem: FolderProblem): CopyProblem =>
  problem === 'not_absolute' || problem === 'not_folder' || problem === 'inside' ? 'absent' : problem

/** Looks each hour, so that a drive that was plugged in later is filled by itself. */
export const backupCopyJob = defineJob({
  name: LOCK,
  interval: HOUR,
  delay: MINUTE,
  run: ({ log, signal }) => copyToFolder(log, signal),
})
