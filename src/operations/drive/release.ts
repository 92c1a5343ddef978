import { setTimeout as sleep } from 'node:timers/promises'
import type { DrivePlaces } from '#base/lib/drive/drive-request.server.ts'
import { readMounts } from '#base/lib/drive/mount-table.server.ts'
import { giveToDesktop } from './desktop.ts'
import { unmount } from './mount.ts'

/** Milliseconds for which what is still open may be closed. */
const PATIENCE = 5000

/** Takes back the folder of the drive, and puts back what a desktop had mounted. Does nothing where nothing was granted. */
export async function release(places: DrivePlaces): Promise<void> {
  for (const target of [places.lent, places.whole]) {
    const began = performance.now()
    while (await isMounted(target)) {
      const options = performance.now() - began < PATIENCE ? [] : ['--lazy']
      await unmount(target, ...options).catch(() => sleep(200))
      if (performance.now() - began > 3 * PATIENCE) throw new Error(`${target} stays mounted`)
    }
  }
  await giveToDesktop(places)
}

const isMounted = async (target: string): Promise<boolean> => (await readMounts()).some((one) => one.target === target)
