import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import type { DrivePlaces } from '#base/lib/drive/drive-request.server.ts'
import { readMounts, type Mount } from '#base/lib/drive/mount-table.server.ts'
import { isOfDesktop, TAKEN_TYPES, type RemovableDrive } from '#base/lib/drive/removable-drives.server.ts'
import { MountError, mount, unmount } from './mount.ts'

const mountSchema = z.object({
  device: z.string(),
  source: z.string(),
  target: z.string(),
  type: z.string(),
  options: z.array(z.string()),
})

/** What the kernel shows and mount(8) does not take. */
const SHOWN = new Set(['seclabel'])

/**
 * Unmounts what a desktop has mounted of a drive on which files have no owners: a second mount has the first one's, and they all
 * belong to the person at the desktop. Written down before, so that it is put back whatever happens. Throws MountError where a
 * program uses it, with all as it was.
 */
export async function takeFromDesktop({ type, mounts }: RemovableDrive, places: DrivePlaces): Promise<void> {
  if (TAKEN_TYPES.get(type)?.hasOwners) return
  const desktops = mounts.filter(isOfDesktop)
  // A part of the drive that is mounted once more is of somebody who knows why.
  if (desktops.some(({ root, type: mounted }) => root !== '/' || mounted !== type))
    throw new MountError('busy', 'The drive is mounted in another way')
  if (desktops.length === 0) return
  const kept = desktops.map(({ options, fileSystemOptions, ...rest }) => ({
    ...rest,
    options: [...new Set([...options.split(','), ...fileSystemOptions.split(',')])].filter((one) => !SHOWN.has(one)),
  }))
  await writeFile(places.desktop, JSON.stringify(kept), { mode: 0o600 })
  for (const { target } of desktops) await unmount(target)
}

/** Mounts again what was unmounted, unless the drive is gone or has come back elsewhere. */
export async function giveToDesktop(places: DrivePlaces): Promise<void> {
  const text = await readFile(places.desktop, 'utf8').catch(() => '[]')
  const kept = z.array(mountSchema).parse(JSON.parse(text))
  for (const { device, source, target, type, options } of kept) {
    const isMounted = ({ target: at, device: of }: Mount) => at === target || of === device
    if ((await readMounts()).some(isMounted)) continue
    if (!(await makePlace(target))) continue
    await mount(source, target, { type, options }).catch((error: unknown) => {
      process.stderr.write(`${target} could not be mounted again: ${String(error)}\n`)
    })
  }
  await rm(places.desktop, { force: true })
}

/** A desktop takes away the folder in which nothing is mounted any more. Only below a folder of root's. */
async function makePlace(target: string): Promise<boolean> {
  const above = await lstat(dirname(target)).catch(() => undefined)
  if (!above?.isDirectory() || above.uid !== 0) return false
  await mkdir(target, { mode: 0o700 }).catch(() => undefined)
  return (await lstat(target).catch(() => undefined))?.isDirectory() === true
}
