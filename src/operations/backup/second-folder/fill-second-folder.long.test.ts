import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withLock } from '#base/db/background.server.ts'
import { headerLine, summaryLine } from '#base/db/backup/backup-file.server.ts'
import {
  beginSecondFolder,
  secondFolderState,
  requireSecondFolderRow,
} from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { backupFolderIn, takeFolder } from '#base/db/backup/second-folder/second-folder.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { createLog } from '#base/lib/log.server.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { fillSecondFolder } from './fill-second-folder.server.ts'

const run = promisify(execFile)
const root = join(tmpdir(), `maktaba-fill-folder-${process.pid}`)
const dataDir = join(root, 'data')
const stick = join(root, 'stick')
const filled = backupFolderIn(stick)
const log = createLog('silent')
const DAY = 86_400_000

useEnv({ DATA_DIR: dataDir })
useDatabase()

/** A whole backup, as far as its frame goes, with so many bytes. */
async function aBackup(name: string, bytes = 100): Promise<void> {
  const header = { maktaba: '1.0.0', postgres: '18', madeAt: '2026-01-01T00:00:00Z', migration: 1 }
  const text = `${headerLine(header)}${'x'.repeat(bytes)}${summaryLine({ books: 1, users: 1, bytes, tables: {} })}`
  const sum = createHash('sha256').update(text).digest('hex')
  await writeFile(join(dataDir, 'backups', name), `${text}sha256 ${sum}\n`)
}
const night = (day: number) => `2026-11-${String(day).padStart(2, '0')}-030000-nightly.maktaba`
const names = async (folder = filled) => (await readdir(folder)).filter((name) => name !== 'library').toSorted()
const fill = () => fillSecondFolder(log, new AbortController().signal)

async function choose(folder: string): Promise<void> {
  const { mark } = await requireSecondFolderRow()
  await takeFolder(folder, { dataDir, mark, bytes: 0 })
  await beginSecondFolder(folder)
  await storeLibrarySettings({ backupFolder: folder })
}

/** Runs with a file system of so many kilobytes at the folder. */
async function mounted(folder: string, size: string, work: () => Promise<void>): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder])
  try {
    await work()
  } finally {
    await run('umount', [folder])
  }
}
const canMount = process.getuid?.() === 0 && process.platform === 'linux'

beforeEach(async () => {
  await mkdir(join(dataDir, 'backups'), { recursive: true })
  await mkdir(stick, { recursive: true })
})
afterEach(async () => {
  moveClock(0)
  Object.assign(env().library, { backupFolder: undefined })
  Object.assign(env().given, { names: env().given.names.filter((name) => name !== 'BACKUP_FOLDER') })
  await storeLibrarySettings({ backupFolder: null })
  await removeFolder(root)
})
afterAll(() => removeFolder(root))

test('what is missing is copied whole, into a folder for this user alone, and stays when it is deleted here', async () => {
  await aBackup(night(20))
  await aBackup('2026-11-19-100000-manual.maktaba')
  await choose(stick)
  await fill()
  expect(await names()).toEqual(['2026-11-19-100000-manual.maktaba', night(20)])
  expect(await readFile(join(filled, night(20)))).toEqual(await readFile(join(dataDir, 'backups', night(20))))
  expect((await lstat(filled)).mode & 0o777).toBe(0o700)
  expect((await lstat(join(filled, night(20)))).mode & 0o777).toBe(0o600)
  expect(await secondFolderState()).toMatchObject({
    folder: stick,
    newestAt: new Date('2026-11-20T03:00:00Z'),
    problem: null,
  })
  await rm(join(dataDir, 'backups', night(20)))
  await fill()
  expect(await names()).toHaveLength(2)
})

test('nights are thinned out there as here, and what is not ours is left alone', async () => {
  await choose(stick)
  for (let day = 1; day <= 28; day += 1) {
    await aBackup(night(day))
    await fill()
  }
  const holiday = join(filled, 'holiday.jpg')
  await writeFile(holiday, 'x')
  await writeFile(join(filled, 'other.part'), 'x')
  await writeFile(join(filled, `${night(27)}.part`), 'cut off')
  await fill()
  expect(await names()).toEqual([
    ...[1, 8, 15, 22, 23, 24, 25, 26, 27, 28].map(night).filter((name) => name !== night(1)),
    'holiday.jpg',
    'other.part',
  ])
})

test('a damaged backup is not copied, and a file that was cut off is replaced', async () => {
  await aBackup(night(20))
  await aBackup(night(21))
  await choose(stick)
  await fill()
  await truncate(join(filled, night(20)), 10)
  await aBackup(night(22))
  const damaged = await readFile(join(dataDir, 'backups', night(22)))
  damaged[200] = 0
  await writeFile(join(dataDir, 'backups', night(22)), damaged)
  await fill()
  expect(await names()).toEqual([night(20), night(21)])
  expect((await lstat(join(filled, night(20)))).size).toBe((await lstat(join(dataDir, 'backups', night(20)))).size)
})

test('a link in the place of a backup is replaced, not followed', async () => {
  await aBackup(night(20))
  await choose(stick)
  const victim = join(root, 'victim')
  await writeFile(victim, 'keep')
  await symlink(victim, join(filled, night(20)))
  await symlink(victim, join(filled, `${night(20)}.part`))
  await fill()
  expect(await readFile(victim, 'utf8')).toBe('keep')
  expect((await lstat(join(filled, night(20)))).isFile()).toBe(true)
})

test('without the mark nothing is written: the drive is out', async () => {
  await aBackup(night(20))
  await choose(stick)
  await rm(filled, { recursive: true })
  await fill()
  expect(await readdir(stick)).toEqual([])
  expect(await secondFolderState()).toMatchObject({ problem: 'absent', newestAt: null })
  await rm(stick, { recursive: true })
  await fill()
  expect(await secondFolderState()).toMatchObject({ problem: 'absent' })
})

test('the folder of another library is left alone', async () => {
  await aBackup(night(20))
  await choose(stick)
  await writeFile(join(filled, 'library'), 'another')
  await fill()
  expect(await names()).toEqual([])
  expect(await secondFolderState()).toMatchObject({ problem: 'other_library' })
  await expect(choose(stick)).rejects.toMatchObject({ problem: 'other_library' })
})

test('a week without copying is said', async () => {
  await aBackup(night(20))
  await choose(stick)
  await fill()
  await rm(filled, { recursive: true })
  moveClock(6 * DAY)
  await fill()
  expect(await secondFolderState()).toMatchObject({ problem: 'absent', isOld: false })
  moveClock(8 * DAY)
  expect(await secondFolderState()).toMatchObject({ isOld: true })
})

test('of several servers one copies, and those without backups leave the state alone', async () => {
  await choose(stick)
  await rm(filled, { recursive: true })
  await fill()
  expect(await secondFolderState()).toMatchObject({ problem: null })
  await choose(stick)
  await aBackup(night(20))
  await withLock('backup-copy', fill)
  expect(await names()).toEqual([])
})

test('a stop ends the copying, and leaves no half file', async () => {
  await aBackup(night(20), 5_000_000)
  await choose(stick)
  await fillSecondFolder(log, AbortSignal.abort())
  expect(await names()).toEqual([])
  expect(await secondFolderState()).toMatchObject({ problem: null })
})

describe.runIf(canMount)('on drives', () => {
  test('one that is taken out is not filled, and caught up with when it is back', async () => {
    await aBackup(night(20))
    await mounted(stick, '1m', async () => {
      await choose(stick)
      await fill()
      await run('umount', [stick])
      await aBackup(night(21))
      await fill()
      expect(await readdir(stick)).toEqual([])
      expect(await secondFolderState()).toMatchObject({ problem: 'absent', newestAt: new Date('2026-11-20T03:00:00Z') })
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', stick])
      await fill()
      expect(await names(stick)).toEqual([])
      expect(await secondFolderState()).toMatchObject({ problem: 'other_drive' })
      await choose(stick)
      await fill()
      expect(await names()).toEqual([night(20), night(21)])
    })
  })

  test('without room the newest is there, older ones stay, and it is said', async () => {
    await aBackup(night(20), 300_000)
    await mounted(stick, '1m', async () => {
      await choose(stick)
      await fill()
      await aBackup(night(21), 300_000)
      await aBackup(night(22), 300_000)
      await aBackup(night(23), 300_000)
      await fill()
      expect(await names()).toEqual([night(20), night(22), night(23)])
      expect(await secondFolderState()).toMatchObject({
        problem: 'no_room',
        newestAt: new Date('2026-11-23T03:00:00Z'),
      })
    })
  })

  test('with the variable a drive is taken by itself, and no folder of the system’s own disk', async () => {
    await aBackup(night(20))
    Object.assign(env().library, { backupFolder: stick })
    Object.assign(env().given, { names: [...env().given.names, 'BACKUP_FOLDER'] })
    await fill()
    expect(await readdir(stick)).toEqual([])
    expect(await secondFolderState()).toMatchObject({ problem: 'absent' })
    await mounted(stick, '1m', async () => {
      await fill()
      expect(await names()).toEqual([night(20)])
    })
    await mkdir(filled)
    await fill()
    expect(await names()).toEqual([night(20)])
  })
})

test.skipIf(process.getuid?.() === 0)('a folder without permission is refused', async () => {
  await chmod(stick, 0o500)
  await expect(choose(stick)).rejects.toMatchObject({ problem: 'forbidden' })
  await chmod(stick, 0o700)
})
