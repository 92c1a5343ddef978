import { access, constants, readFile, statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { unescapedPath } from '#base/lib/drive/mount-table.server.ts'

/** Where drives are mounted for people. */
const PLACES = /^\/(?:media|run\/media|mnt)(?:\/|$)/
/** File systems that keep nothing over a restart, or that cannot be written to. */
const NO_DRIVES = new Set(['tmpfs', 'ramfs', 'autofs', 'proc', 'sysfs', 'overlay', 'squashfs', 'iso9660', 'nsfs'])
/** Milliseconds that a drive may take to answer: a lost one of the network may take for ever. */
const PATIENCE = 1000

/**
 * The mount points in a table such as /proc/self/mounts, where drives are put.
 *
 * @internal for tests
 */
export const mountPoints = (table: string): string[] => {
  const found = table.split('\n').flatMap((line) => {
    const [, place = '', kind = ''] = line.split(' ')
    const folder = unescapedPath(place)
    return PLACES.test(folder) && !NO_DRIVES.has(kind) ? [folder] : []
  })
  return [...new Set(found)].toSorted()
}

interface Drive {
  folder: string
  /** Bytes. */
  free: number
}

/** The mount points of removable drives, also of those that this user may not read. Empty on systems other than Linux. */
export const pluggedIn = async (): Promise<string[]> =>
  mountPoints(await readFile('/proc/self/mounts', 'latin1').catch(() => ''))

/** The drives that this user can write to. */
export async function readDrives(): Promise<Drive[]> {
  const drives = await Promise.all(
    (await pluggedIn()).map((folder) =>
      Promise.race([readDrive(folder), setTimeout(PATIENCE, undefined, { ref: false })]),
    ),
  )
  return drives.filter((drive) => drive !== undefined)
}

async function readDrive(folder: string): Promise<Drive | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    return { folder, free: bavail * bsize }
  } catch {
    return undefined
  }
}
