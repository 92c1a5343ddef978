import { constants } from 'node:fs'
import { lstat, mkdir, open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { LENT_FOLDER } from '#base/lib/drive/chosen-drive.ts'
import type { DrivePlaces, DriveState } from '#base/lib/drive/drive-request.server.ts'
import { readMounts } from '#base/lib/drive/mount-table.server.ts'
import {
  isOfDesktop,
  readRemovableDrives,
  TAKEN_TYPES,
  type RemovableDrive,
} from '#base/lib/drive/removable-drives.server.ts'
import { serverUser } from './as-server.ts'
import { takeFromDesktop } from './desktop.ts'
import { mountMapped } from './mapped.ts'
import { MountError, mount, unmount } from './mount.ts'
import { release } from './release.ts'

/** How a request ends; of one that was granted, whether the drive is still plugged in. */
export interface Outcome extends Pick<DriveState, 'phase' | 'reason' | 'said'> {
  isThere: () => Promise<boolean>
}

/** Nothing that lies on the drive is run, has another's rights or is a device. */
const FLAGS = ['nosuid', 'nodev', 'noexec']

const outcome = (phase: Outcome['phase'], reason: Outcome['reason'] = null, said = ''): Outcome => ({
  phase,
  reason,
  said,
  isThere: () => Promise.resolve(false),
})

/**
 * Mounts one folder of the drive with this UUID where the server may write. `tree` has /sys and what udev knows. Leaves all as it was
 * where that cannot be.
 */
export async function grant(uuid: string, places: DrivePlaces, tree?: string): Promise<Outcome> {
  const [drive, other] = (await readRemovableDrives(tree)).filter((one) => one.uuid === uuid)
  if (!drive) return outcome('absent')
  if (other) return outcome('refused', 'clone')
  if (drive.refusal) return outcome('refused', drive.refusal)
  const node = `/dev/${drive.name}`
  if (!(await isNode(node, drive.device))) return outcome('absent')
  try {
    if (!(await lendFromDesktop(drive, places))) {
      await takeFromDesktop(drive, places)
      await mountFolder(drive, node, places)
    }
    return { ...outcome('granted'), isThere: () => isPluggedIn(drive, tree) }
  } catch (error) {
    await release(places)
    if (!(error instanceof MountError)) throw error
    if (!(await isPluggedIn(drive, tree))) return outcome('absent')
    if (error.code === 'busy') return outcome('busy', null, error.message)
    return outcome('refused', error.code, error.message)
  }
}

/**
 * Lends a folder of what a desktop has mounted and leaves that as it is. Returns false where there is none, or the kernel cannot.
 */
async function lendFromDesktop({ type, device, mounts }: RemovableDrive, places: DrivePlaces): Promise<boolean> {
  const mounted = mounts.find((one) => isOfDesktop(one) && one.root === '/' && one.type === type)
  if (!mounted || TAKEN_TYPES.get(type)?.hasOwners) return false
  const folder = await openFolder(join(mounted.target, LENT_FOLDER))
  try {
    await mountMapped(folder, places.lent, { mount: mounted, user: serverUser() })
    await requireMount(places.lent, device)
    return true
  } catch (error) {
    if (!(error instanceof MountError) || error.code !== 'mount') throw error
    process.stderr.write(`${error.message}\n`)
    await release(places)
    return false
  } finally {
    await folder.close()
  }
}

async function mountFolder(drive: RemovableDrive, node: string, places: DrivePlaces): Promise<void> {
  const { uid, gid } = serverUser()
  const hasOwners = TAKEN_TYPES.get(drive.type)?.hasOwners === true
  const own = hasOwners ? [] : [`uid=${uid}`, `gid=${gid}`, 'umask=0077']
  await mount(node, places.whole, { type: drive.type, options: ['rw', ...FLAGS, ...own] })
  // Names of devices are given anew when drives are plugged in.
  await requireMount(places.whole, drive.device)
  const folder = await openFolder(join(places.whole, LENT_FOLDER))
  try {
    if (hasOwners) {
      await folder.chown(uid, gid)
      await folder.chmod(0o700)
    }
    await mount(folder, places.lent, { options: ['bind'] })
  } finally {
    await folder.close()
  }
  await requireMount(places.lent, drive.device)
  await unmount(places.whole)
}

/**
 * Opens a folder, making it where it is missing: its handle names the same folder whatever is done to its name. Throws
 * MountError.
 */
async function openFolder(path: string): Promise<FileHandle> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EROFS') throw new MountError('read_only', 'The file system of the drive can only be read')
    if (code !== 'EEXIST') throw new MountError('mount', String(error))
  }
  return open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(() => {
    throw new MountError('link', `What is called ${LENT_FOLDER} on the drive is no folder`)
  })
}

/** Throws unless this device, and with these flags, is what was mounted there. */
async function requireMount(target: string, device: string): Promise<void> {
  const found = (await readMounts()).findLast((one) => one.target === target)
  const flags = found?.options.split(',') ?? []
  if (found?.device !== device || !FLAGS.every((flag) => flags.includes(flag)))
    throw new MountError('mount', `Another drive came to ${target}`)
  if (!flags.includes('rw')) throw new MountError('read_only', 'The drive can only be read')
}

/** Whether a file of /dev is the device with this number. */
const isNode = (node: string, device: string): Promise<boolean> =>
  lstat(node).then(
    (found) => found.isBlockDevice() && numberOf(found.rdev) === device,
    () => false,
  )

/** The device number as `major:minor`, from the one number into which Linux puts both. */
const numberOf = (rdev: number): string => `${(rdev >> 8) & 0xfff}:${(rdev & 0xff) | ((rdev >> 12) & 0xfff00)}`

const isPluggedIn = async ({ uuid, device }: RemovableDrive, tree?: string): Promise<boolean> =>
  (await readRemovableDrives(tree)).some((one) => one.uuid === uuid && one.device === device) &&
  stat(`/sys/dev/block/${device}`).then(
    () => true,
    () => false,
  )
