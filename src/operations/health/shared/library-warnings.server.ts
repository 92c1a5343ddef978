import { clockDoubt } from '#base/db/clock/believed-clock.server.ts'
import { secondFolderState } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { env } from '#base/env/env.server.ts'
import { needsCare } from '#operations/backup/second-folder/second-folder.schema.ts'
import { mailCounts } from '#base/mail/sent-mails.server.ts'
import { readDisk, readFutureBackup, readNewestBackup } from '../check-machine.server.ts'
import type { Warning } from '../warning.schema.ts'

/** Milliseconds for which disk and backups are not looked at again. */
const LIFETIME = 60_000
/** Books from which a library without any backup is warned. */
const WORTH_BACKUP = 50

let kept: { at: number; machine: ReturnType<typeof readMachine> } | undefined

const readMachine = () =>
  Promise.all([readDisk(env().dataDir), readNewestBackup(env().dataDir), readFutureBackup(env().dataDir)])

/** What the dashboard warns of: a clock that is not believed, an old or missing backup, one of the future, a second folder that is not filled, a full disk, mails that fail. Nothing in the demo. */
export async function readWarnings(books: number): Promise<Warning[]> {
  const { isDemo, isBackedUpNightly } = env()
  if (isDemo) return []
  if (!kept || performance.now() - kept.at > LIFETIME) kept = { at: performance.now(), machine: readMachine() }
  const [[disk, newest, future], folder, doubt] = await Promise.all([kept.machine, secondFolderState(), clockDoubt()])
  const warnings: Warning[] = []
  if (doubt) warnings.push({ code: 'clock', value: 0 })
  if (future) warnings.push({ code: 'backup_future', value: 0 })
  if (!newest && books >= WORTH_BACKUP) warnings.push({ code: 'backup_none', value: 0 })
  if (newest?.isOld && isBackedUpNightly) warnings.push({ code: 'backup_old', value: newest.days })
  if (folder && needsCare(folder)) warnings.push({ code: 'second_folder', value: 0 })
  if (disk?.isLow) warnings.push({ code: 'disk', value: disk.free })
  if (mailCounts().lastFailed) warnings.push({ code: 'mail', value: 0 })
  return warnings
}

/**
 * Forgets what was read.
 *
 * @internal for tests
 */
export function forgetMachine(): void {
  kept = undefined
}
