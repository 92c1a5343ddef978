import { access, constants, readFile, statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { CopySetting } from './copies.schema.ts'

/** Where drives are mounted for people. */
const PLACES = /^\/(?:media|run\/media|mnt)(?:\/|$)/
/** What keeps nothing, or takes nothing. */
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
    const folder = unescaped(place)
    return PLACES.test(folder) && !NO_DRIVES.has(kind) ? [folder] : []
  })
  return [...new Set(found)].toSorted()
}

/** Spaces and the like are written as three octal digits. */
const unescaped = (text: string): string =>
  Buffer.from(
    text.replace(/\\([0-3][0-7]{2})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8))),
    'latin1',
  ).toString('utf8')

/** The drives that this user can write to. Only Linux tells. */
export async function readDrives(): Promise<CopySetting['drives']> {
  const table = await readFile('/proc/self/mounts', 'latin1').catch(() => '')
  const drives = await Promise.all(
    mountPoints(table).map((folder) =>
      Promise.race([readDrive(folder), setTimeout(PATIENCE, undefined, { ref: false })]),
    ),
  )
  return drives.filter((drive) => drive !== undefined)
}

async function readDrive(folder: string): Promise<CopySetting['drives'][number] | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    return { folder, free: bavail * bsize }
  } catch {
    return undefined
  }
}
