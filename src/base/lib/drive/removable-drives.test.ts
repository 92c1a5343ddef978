import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseMounts } from './mount-table.server.ts'
import { readRemovableDrives } from './removable-drives.server.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'maktaba-drives-'))
})
afterEach(() => rm(root, { recursive: true }))

const USB = 'pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0/block/sdb'
const SATA = 'pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda'
const CARD = 'pci0000:00/0000:00:1a.0/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0'

interface Made {
  device: string
  files?: Record<string, string>
  udev?: Record<string, string>
}

/** Makes what the kernel and udev show of a disk or a part of one. */
async function block(path: string, { device, files = {}, udev }: Made): Promise<void> {
  const folder = join(root, 'sys/devices', path)
  const name = path.slice(path.lastIndexOf('/') + 1)
  for (const [file, text] of Object.entries({ dev: device, size: '2048', ...files })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `${text}\n`)
  }
  const classes = join(root, 'sys/class/block')
  await mkdir(classes, { recursive: true })
  await symlink(relative(classes, folder), join(classes, name))
  if (!udev) return
  const lines = Object.entries(udev).map(([key, value]) => `E:${key}=${value}`)
  await mkdir(join(root, 'run/udev/data'), { recursive: true })
  await writeFile(join(root, 'run/udev/data', `b${device}`), ['S:disk/by-x', 'I:1', ...lines, ''].join('\n'))
}

const fileSystem = (uuid: string, more: object = {}) => ({
  ID_FS_USAGE: 'filesystem',
  ID_FS_TYPE: 'vfat',
  ID_FS_UUID: uuid,
  ...more,
})
const part = (disk: string, number: number, device: string, udev: Record<string, string>) =>
  block(`${disk}/${disk.slice(disk.lastIndexOf('/') + 1)}${number}`, {
    device,
    files: { partition: `${number}` },
    udev,
  })
const found = (table = '') => readRemovableDrives(root, parseMounts(table))
const refusals = async (table = '') => (await found(table)).map(({ uuid, refusal }) => [uuid, refusal])

test('a stick is known by its bus, whether it is mounted or not, and by what it calls itself', async () => {
  await block(USB, { device: '8:16', files: { removable: '0' } })
  await part(USB, 1, '8:17', fileSystem('1234-ABCD', { ID_FS_LABEL_ENC: String.raw`MY\x20\xd9\x83\xe2\x80\xae\x2f` }))
  expect(await found()).toMatchObject([
    { uuid: '1234-ABCD', label: 'MY ك', type: 'vfat', size: 1_048_576, name: 'sdb1', device: '8:17', refusal: null },
  ])
  const [mounted] = await found(
    String.raw`40 30 8:17 / /media/ada/MY\040STICK rw,nosuid shared:9 - vfat /dev/sdb1 rw,uid=1000`,
  )
  expect(mounted).toMatchObject({
    refusal: null,
    mounts: [{ target: '/media/ada/MY STICK', fileSystemOptions: 'rw,uid=1000' }],
  })
})

test('a stick without parts, a card in a slot and a removable disk are offered; built-in disks, memory and loops are not', async () => {
  await block(USB, { device: '8:16', files: { removable: '1' }, udev: fileSystem('AAAA-0001') })
  await block(CARD, { device: '179:0', files: { removable: '0', 'device/type': 'SD' } })
  await part(CARD, 1, '179:1', fileSystem('AAAA-0002'))
  await block(CARD.replaceAll('mmc0', 'mmc1').replace('blk0', 'blk1'), {
    device: '179:8',
    files: { removable: '0', 'device/type': 'MMC' },
    udev: fileSystem('AAAA-0003'),
  })
  await block(SATA, { device: '8:0', files: { removable: '0' } })
  await part(SATA, 1, '8:1', fileSystem('AAAA-0004'))
  await block('virtual/block/loop0', { device: '7:0', files: { removable: '1' }, udev: fileSystem('AAAA-0005') })
  expect((await refusals()).toSorted()).toEqual([
    ['AAAA-0001', null],
    ['AAAA-0002', null],
  ])
})

const SYSTEM: [string, () => Promise<void>, string?][] = [
  ['the system', () => Promise.resolve(), '30 1 8:18 / / rw - ext4 /dev/sdb2 rw'],
  ['the start of the system', () => Promise.resolve(), '30 1 8:18 / /boot/efi rw - vfat /dev/sdb2 rw'],
  ['a mount of the operator', () => Promise.resolve(), '30 1 0:44 /@ /srv rw - btrfs /dev/sdb2 rw'],
  ['volumes', () => part(USB, 3, '8:19', { ID_FS_USAGE: 'raid', ID_FS_TYPE: 'LVM2_member' })],
  ['something encrypted', () => part(USB, 3, '8:19', { ID_FS_USAGE: 'crypto', ID_FS_TYPE: 'crypto_LUKS' })],
  ['swap', () => part(USB, 3, '8:19', { ID_FS_USAGE: 'other', ID_FS_TYPE: 'swap' })],
]
test.each(SYSTEM)('no part of a disk is taken that holds %s', async (_, make, table = '') => {
  await block(USB, { device: '8:16', files: { removable: '1' } })
  await part(USB, 1, '8:17', fileSystem('AAAA-0001'))
  await part(USB, 2, '8:18', fileSystem('AAAA-0002', { ID_FS_TYPE: 'ext4' }))
  expect(await refusals()).toContainEqual(['AAAA-0001', null])
  await make()
  expect(await refusals(table)).toContainEqual(['AAAA-0001', 'system'])
})

test('what another device is made of is left alone', async () => {
  await block(USB, { device: '8:16', files: { removable: '1', 'holders/dm-0': '' }, udev: fileSystem('AAAA-0001') })
  expect(await refusals()).toEqual([['AAAA-0001', 'system']])
})

test('two with one UUID, other file systems and names that are no UUID', async () => {
  await block(USB, { device: '8:16', files: { removable: '1' } })
  await part(USB, 1, '8:17', fileSystem('AAAA-0001'))
  await part(USB, 2, '8:18', fileSystem('AAAA-0001'))
  await part(USB, 3, '8:19', fileSystem('AAAA-0003', { ID_FS_TYPE: 'ntfs' }))
  await part(USB, 4, '8:20', fileSystem('../../etc'))
  await part(USB, 5, '8:21', {})
  expect((await refusals()).toSorted()).toEqual([
    ['AAAA-0001', 'clone'],
    ['AAAA-0001', 'clone'],
    ['AAAA-0003', 'type'],
  ])
})

test('a machine that shows nothing has no drives', async () => {
  expect(await found()).toEqual([])
})
