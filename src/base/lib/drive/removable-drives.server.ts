import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileSystemId } from './drive-request.server.ts'
import { readMounts, type Mount } from './mount-table.server.ts'

/** A file system on a drive that people plug in. */
export interface RemovableDrive {
  /** UUID of the file system. */
  uuid: string
  /** The name that its owner has given the drive; may be empty. */
  label: string
  type: string
  /** Bytes of the partition or disk that holds the file system. */
  size: number
  /** The kernel's name, `sdb1`, and number, `8:17`. */
  name: string
  device: string
  mounts: Mount[]
  /**
   * Why the drive is refused. `system`: its disk holds the system, swap, volumes or something encrypted, or is mounted
   * elsewhere than desktops do. `clone`: another drive has the same UUID. `type`: it has none of TAKEN_TYPES.
   */
  refusal: 'system' | 'clone' | 'type' | null
}

/** File systems of the kernel that are taken, and whether files have owners there. */
export const TAKEN_TYPES: ReadonlyMap<string, { hasOwners: boolean }> = new Map([
  ['vfat', { hasOwners: false }],
  ['exfat', { hasOwners: false }],
  ['ext2', { hasOwners: true }],
  ['ext3', { hasOwners: true }],
  ['ext4', { hasOwners: true }],
])

/** Where desktops mount the drives of the person who sits there. */
const DESKTOP_PLACE = /^\/(?:media|run\/media)\/[^/]+\/[^/]+$/
/** Where root's helper mounts drives. */
const OWN_PLACE = /^\/run\/maktaba-drive\//

/** Whether a desktop has made this mount. */
export const isOfDesktop = ({ target }: Mount): boolean => DESKTOP_PLACE.test(target)

interface Block {
  name: string
  device: string
  /** The disk that the block device is, or is a part of. */
  disk: string
  isRemovable: boolean
  size: number
  hasHolders: boolean
  udev: ReadonlyMap<string, string>
  mounts: Mount[]
  isSwap: boolean
}

/**
 * The file systems on drives that are removable or on the USB bus, mounted or not, for any user, by
 * /sys and by what udev knows. `root` is where both are: another one in tests.
 */
export async function readRemovableDrives(root = '/', mounts?: readonly Mount[]): Promise<RemovableDrive[]> {
  const folder = join(root, 'sys/class/block')
  const names = await readdir(folder).catch(() => [])
  const [table, swaps] = [mounts ?? (await readMounts()), await readText('/proc/swaps')]
  const read = names.map((name) => readBlock(root, join(folder, name), table, swaps).catch(() => undefined))
  const blocks = (await Promise.all(read)).filter((block) => block !== undefined)
  const systemDisks = new Set(blocks.filter(isOfSystem).map(({ disk }) => disk))
  const found = blocks.flatMap((block) => (block.isRemovable ? describe(block, systemDisks.has(block.disk)) : []))
  const count = (uuid: string) => found.filter((one) => one.uuid === uuid).length
  return found.map((one) => ({ ...one, refusal: one.refusal ?? (count(one.uuid) > 1 ? 'clone' : null) }))
}

async function readBlock(root: string, link: string, table: readonly Mount[], swaps: string): Promise<Block> {
  const path = await realpath(link)
  const name = basename(path)
  const isPart = (await readText(join(path, 'partition'))) !== ''
  const disk = isPart ? dirname(path) : path
  const device = await readText(join(path, 'dev'))
  const [removable, card, size, holders, udev] = await Promise.all([
    readText(join(disk, 'removable')),
    // The slot of a laptop is not removable; soldered memory says MMC.
    readText(join(disk, 'device/type')),
    readText(join(path, 'size')),
    readdir(join(path, 'holders')).catch(() => []),
    readText(join(root, 'run/udev/data', `b${device}`)),
  ])
  const isVirtual = path.startsWith(join(root, 'sys/devices/virtual/'))
  return {
    name,
    device,
    disk,
    isRemovable: !isVirtual && (removable === '1' || card === 'SD' || /\/usb\d+\//.test(path)),
    // The kernel gives sizes in sectors of 512 bytes, whatever the disk has.
    size: Number(size) * 512,
    hasHolders: holders.length > 0,
    udev: new Map([...udev.matchAll(/^E:(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value])),
    mounts: table.filter((one) => one.device === device || one.source === `/dev/${name}`),
    isSwap: swaps.includes(`/dev/${name} `) || swaps.includes(`/dev/${name}\t`),
  }
}

const readText = async (file: string): Promise<string> => (await readFile(file, 'utf8').catch(() => '')).trim()

/** Whether a disk with this part is left alone as a whole. */
function isOfSystem({ hasHolders, isSwap, mounts, udev }: Block): boolean {
  const usage = udev.get('ID_FS_USAGE') ?? ''
  return (
    hasHolders ||
    isSwap ||
    ['raid', 'crypto'].includes(usage) ||
    udev.get('ID_FS_TYPE') === 'swap' ||
    mounts.some((mount) => !isOfDesktop(mount) && !OWN_PLACE.test(mount.target))
  )
}

function describe({ name, device, size, udev, mounts }: Block, isSystem: boolean): RemovableDrive[] {
  const uuid = udev.get('ID_FS_UUID') ?? ''
  const type = udev.get('ID_FS_TYPE') ?? ''
  if (udev.get('ID_FS_USAGE') !== 'filesystem' || !fileSystemId.safeParse(uuid).success) return []
  const label = labelOf(udev.get('ID_FS_LABEL_ENC') ?? '')
  const refusal = isSystem ? 'system' : TAKEN_TYPES.has(type) ? null : 'type'
  return [{ uuid, label, type, size, name, device, mounts, refusal }]
}

/** Reads a label of udev, which writes a space as `\x20`; drops characters that would move or hide others. */
const labelOf = (encoded: string): string =>
  Buffer.from(
    Buffer.from(encoded, 'utf8')
      .toString('latin1')
      .replace(/\\x([0-9a-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  )
    .toString('utf8')
    .replace(/[\p{C}\p{Zl}\p{Zp}/]/gu, '')
    .trim()
    .slice(0, 64)
