import { setTimeout } from 'node:timers/promises'
import { readDrives } from '#base/db/backup/second-folder/drives.server.ts'
import { lendsDrives } from '#base/db/backup/second-folder/lent-drive.server.ts'
import { isSameDisk } from '#base/db/backup/second-folder/second-folder.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { chosenDrive, driveFolder, driveName } from '#base/lib/drive/chosen-drive.ts'
import { readRemovableDrives } from '#base/lib/drive/removable-drives.server.ts'
import type { PluggedIn, SecondFolderSetting } from '../second-folder/second-folder.schema.ts'

/** Milliseconds that the folder may take to answer. */
const PATIENCE = 1000

/** Where backups are copied to, for managers; nothing of the machine in the demo. */
export async function secondFolderSetting(): Promise<SecondFolderSetting> {
  const { isDemo, dataDir } = env()
  const folder = inForce().backupFolder ?? null
  const pluggedIn = await pluggedInNow()
  if (isDemo || folder === null || chosenDrive(folder)) return { folder, isSameDisk: false, pluggedIn }
  const isSame = await Promise.race([
    isSameDisk(folder, dataDir).catch(() => false),
    setTimeout(PATIENCE, false, { ref: false }),
  ])
  return { folder, isSameDisk: isSame, pluggedIn }
}

/** The drives that are plugged in, and those of them that this computer would lend; nothing of the machine in the demo. */
export async function pluggedInNow(): Promise<PluggedIn> {
  if (env().isDemo) return { drives: [], isLent: false, sticks: [] }
  const [drives, isLentHere] = await Promise.all([readDrives(), lendsDrives()])
  const found = isLentHere ? await readRemovableDrives() : []
  const sticks = found.flatMap(({ uuid, label, size, refusal, mounts }) => {
    const isOpen = mounts.some(({ target }) => drives.some((drive) => drive.folder === target))
    if (isOpen || refusal === 'system') return []
    return [{ folder: driveFolder({ uuid, label }), name: driveName({ uuid, label }), size, problem: refusal }]
  })
  return { drives, isLent: isLentHere, sticks }
}
