import { copyState } from '#db/backup/copy/copy-state.server.ts'
import { env } from '#env/env.server.ts'
import { mailCounts } from '#mail/sent-mails.server.ts'
import { readDisk, readNewestBackup } from '../health/check-machine.server.ts'
import type { Warning } from './warning.schema.ts'

/** Milliseconds for which disk and backups are not looked at again. */
const LIFETIME = 60_000
/** Books from which a library without any backup is warned. */
const WORTH_BACKUP = 50

let kept: { at: number; machine: ReturnType<typeof readMachine> } | undefined

const readMachine = () => Promise.all([readDisk(env().dataDir), readNewestBackup(env().dataDir)])

/** What the dashboard warns of: an old or missing backup, copies that are not made, a full disk, mails that fail. Nothing in the demo. */
export async function readWarnings(books: number): Promise<Warning[]> {
  const { isDemo, isBackedUpNightly } = env()
  if (isDemo) return []
  if (!kept || performance.now() - kept.at > LIFETIME) kept = { at: performance.now(), machine: readMachine() }
  const [[disk, newest], copies] = await Promise.all([kept.machine, copyState()])
  const warnings: Warning[] = []
  if (!newest && books >= WORTH_BACKUP) warnings.push({ code: 'backup_none', value: 0 })
  if (newest?.isOld && isBackedUpNightly) warnings.push({ code: 'backup_old', value: newest.days })
  if (copies && (copies.isOld || (copies.problem !== null && copies.problem !== 'absent')))
    warnings.push({ code: 'copies', value: 0 })
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
