import { defineJob, isLocked, withLock } from '#base/db/background.server.ts'
import { listBackups } from '#base/db/backup/backup-folder.server.ts'
import { fillFolder, newestBackupIn } from '#base/db/backup/second-folder/fill-folder.server.ts'
import { placePackage } from '#base/db/backup/second-folder/package-beside.server.ts'
import {
  secondFolderState,
  requireSecondFolderRow,
  storeSecondFolderState,
} from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { inFolder, whyAway } from '#base/db/backup/second-folder/lent-drive.server.ts'
import {
  backupFolderIn,
  findFolder,
  folderProblem,
  type FolderProblem,
} from '#base/db/backup/second-folder/second-folder.server.ts'
import { clockDoubt } from '#base/db/clock/believed-clock.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import type { SecondFolderProblem } from '#base/db/tables/second-folder.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { chosenDrive } from '#base/lib/drive/chosen-drive.ts'
import type { Logger } from '#base/lib/log.server.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { endsByItself } from './second-folder.schema.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Also the name of the job in metrics. */
const LOCK = 'backup-copy'

/** Whether a server copies backups just now. */
export const isFillingSecondFolder = (): Promise<boolean> => isLocked(db, LOCK)

/**
 * Copies to the chosen folder what is missing there. Never throws for what is wrong with the folder: that is kept, and said
 * where the state is shown. Of several servers one does it.
 */
export async function fillSecondFolder(log: Logger, signal: AbortSignal): Promise<void> {
  const folder = inForce().backupFolder
  if (folder === undefined) return
  // Of several servers those that make no backups know nothing of the folder.
  if ((await listBackups(env().dataDir)).length === 0) return
  await withLock(LOCK, () => observeJob(LOCK, () => fillNow(folder, log, signal)))
}

async function fillNow(folder: string, log: Logger, signal: AbortSignal): Promise<void> {
  const { dataDir, given } = env()
  const { mark, problem: former } = await requireSecondFolderRow()
  const seen: { newestAt: Date | null } = { newestAt: null }
  try {
    // A drive is known by its UUID, so it needs no mark of this library to be taken.
    const mayTake = given.names.includes('BACKUP_FOLDER') || chosenDrive(folder) !== undefined
    await inFolder(folder, async (place) => {
      try {
        const found = await findFolder(place, { dataDir, mark, mayTake })
        await fillFolder(dataDir, found, { mayDelete: (await clockDoubt()) === undefined, signal })
        // Backups come first: the program can be had elsewhere.
        await placePackage(place, signal)
      } finally {
        seen.newestAt = await newestBackupIn(backupFolderIn(place)).catch(() => null)
      }
    })
    await storeSecondFolderState(folder, { problem: null, copiedAt: now(), newestAt: seen.newestAt })
  } catch (error) {
    if (signal.aborted) return
    const problem = keptProblem(folderProblem(error))
    // Logged once, not each hour, while the problem stays the same.
    if (problem !== former) log.warn({ err: error, problem, folder }, 'Backups cannot be copied to their second folder')
    await storeSecondFolderState(folder, { problem, ...(seen.newestAt && problem === 'no_room' && seen) })
  }
}

/** Copies as the hour asks, and returns the milliseconds until that is worth while again. */
async function fillByItself(log: Logger, signal: AbortSignal): Promise<number> {
  const folder = inForce().backupFolder
  const drive = folder === undefined ? undefined : chosenDrive(folder)
  if (folder === undefined || !drive) {
    await fillSecondFolder(log, signal)
    return HOUR
  }
  const former = await requireSecondFolderRow()
  const [away, newest] = [await whyAway(drive), (await listBackups(env().dataDir))[0]]
  const isKnown = former.folder === folder && former.problem === (away ?? null)
  if (!newest) return HOUR
  // A drive is not mounted to find out that nothing is missing on it.
  const isComplete = !away && newest.madeAt.getTime() === former.newestAt?.getTime()
  if (isKnown && isComplete) {
    if (now().getTime() - (former.copiedAt?.getTime() ?? 0) > HOUR)
      await storeSecondFolderState(folder, { copiedAt: now() })
  } else if (!isKnown || !away) await fillSecondFolder(log, signal)
  const problem = (await secondFolderState())?.problem ?? null
  return problem === null || endsByItself(problem) ? MINUTE : HOUR
}

/** What is wrong with a folder that was taken once. */
const keptProblem = (problem: FolderProblem): SecondFolderProblem =>
  problem === 'not_absolute' || problem === 'not_folder' || problem === 'inside' ? 'absent' : problem

/** Looks each hour, and each minute whether a drive of people's is there, so that one that is plugged in later is filled by itself. */
export const secondFolderJob = defineJob({
  name: LOCK,
  interval: HOUR,
  delay: MINUTE,
  run: ({ log, signal }) => fillByItself(log, signal),
})
