import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { secondFolderStateOf } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { backupFolderIn } from '#base/db/backup/second-folder/second-folder.server.ts'
import { rememberOpened } from '#base/db/connection/opened.server.ts'
import { withOwnClient } from '#base/db/connection/own-client.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings, storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { secondFolder } from '#base/db/tables/second-folder.ts'
import { env } from '#base/env/env.server.ts'
import { eventWord } from '#people/security/event-word.ts'
import { secondFolderText } from '../shared/second-folder-words.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { secondFolderName } from '#base/lib/drive/chosen-drive.ts'
import { moveClock } from '#base/lib/clock.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { checkSecondFolder } from '#operations/health/check-database.server.ts'
import { findingText } from '#operations/health/finding-text.ts'
import { librarySettingsRouter } from '#kit/library-settings/library-settings.router.server.ts'
import { settingsRouter } from '#operations/settings/settings.router.server.ts'
import { readWarnings } from '#operations/health/shared/library-warnings.server.ts'
import { secondFolderRouter } from './second-folder.router.server.ts'
import { secondFolderInputSchema, secondFolderSchema, type SecondFolder } from './second-folder.schema.ts'
import { mountPoints } from '#base/db/backup/second-folder/drives.server.ts'

const root = join(tmpdir(), `maktaba-second-folder-${process.pid}`)
const dataDir = join(root, 'data')
const stick = join(root, 'stick')
useEnv({ DATA_DIR: dataDir })
const { url } = useDatabase()

beforeEach(async () => {
  rememberOpened({ connection: { connectionString: url } })
  await mkdir(join(dataDir, 'backups'), { recursive: true })
  await mkdir(stick)
})
afterEach(async () => {
  moveClock(0)
  await storeLibrarySettings({ backupFolder: null })
  await removeFolder(root)
})

test('a folder is chosen after it has taken a file, logged, told apart from another disk, and given up by an undo', async () => {
  const manager = await as('manager')
  const { undo } = await manager.call(secondFolderRouter.choose, { folder: stick })
  expect(await readdir(stick)).toEqual(['maktaba-backups'])
  expect(await readdir(backupFolderIn(stick))).toEqual(['library'])
  const shown = await manager.call(settingsRouter.list, undefined)
  expect(shown.secondFolder).toMatchObject({ folder: stick, isSameDisk: true })
  expect(shown.library).not.toHaveProperty('backupFolder')
  await manager.call(librarySettingsRouter.undo, { id: undo ?? '' })
  expect((await librarySettings()).backupFolder).toBe(null)
  await manager.call(secondFolderRouter.choose, { folder: stick })
  await manager.call(secondFolderRouter.stop, undefined)
  expect((await librarySettings()).backupFolder).toBe(null)
  await flushSecurityEvents()
  const { items } = await manager.call(securityRouter.list, { kind: 'operation' })
  expect(items.slice(0, 2).map((one) => eventWord(one, 'UTC'))).toEqual([
    'Stopped the copying of backups',
    `Had backups copied to ${stick}`,
  ])
})

test('all managers are told of another folder, by an undo too', async () => {
  const [manager, other] = [await as('manager'), await as('manager')]
  const { undo } = await manager.call(secondFolderRouter.choose, { folder: stick })
  await manager.call(librarySettingsRouter.undo, { id: undo ?? '' })
  const told = async () => (await mailsTo(other.user.email)).map(({ text = '' }) => text).join('\n')
  await expect.poll(told).toContain(`set the folder for copies of backups to \u2068${stick}`)
  await expect.poll(told).toContain('stopped the copies of backups')
})

test('each change and each undo needs a recent code', async () => {
  const manager = await as('manager')
  const { undo } = await manager.call(secondFolderRouter.choose, { folder: stick })
  moveClock(20 * 60_000)
  const EXPIRED = { code: 'SESSION_EXPIRED' }
  await expect(manager.call(secondFolderRouter.choose, { folder: root })).rejects.toMatchObject(EXPIRED)
  await expect(manager.call(secondFolderRouter.stop, undefined)).rejects.toMatchObject(EXPIRED)
  await expect(manager.call(librarySettingsRouter.undo, { id: undo ?? '' })).rejects.toMatchObject(EXPIRED)
})

test.each([
  ['stick', () => 'stick', 'Write the whole path'],
  ['nowhere', () => join(root, 'nowhere'), 'There is no such folder'],
  ['a file', () => join(root, 'file'), 'This is not a folder'],
  ['the data folder', () => dataDir, 'inside the library’s own'],
  ['below the data folder by a link', () => join(root, 'link'), 'inside the library’s own'],
  ['a file of the name', () => join(root, 'taken'), 'This is not a folder'],
  [
    'a drive that nothing lends',
    () => 'usb:1234-ABCD/BAOBABS',
    'does not give the library the stick \u2068BAOBABS\u2069',
  ],
  ['of the system', () => '/proc', /only be read|may not write|could not be written|no such folder/],
])('a folder that will not do is refused in words: %s', async (_, folder, sentence) => {
  await writeFile(join(root, 'file'), '')
  await symlink(join(dataDir, 'backups'), join(root, 'link'))
  await mkdir(join(root, 'taken'))
  await writeFile(join(root, 'taken', 'maktaba-backups'), 'x')
  const manager = await as('manager')
  await expect(manager.call(secondFolderRouter.choose, { folder: folder() })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { folder: { key: 'in_words', params: { sentence: expect.stringMatching(sentence) } } },
  })
  expect((await librarySettings()).backupFolder).toBe(null)
})

test.each(['', ' ', '/mnt/a\nb', '/mnt/\u0000', '/mnt/\u202Ex', `/${'x'.repeat(500)}`])('no path: %j', (folder) => {
  expect(secondFolderInputSchema.safeParse({ folder }).success).toBe(false)
})

test('the variable wins, and is named', async () => {
  const manager = await as('manager')
  const { names } = env().given
  Object.assign(env().given, { names: [...names, 'BACKUP_FOLDER'] })
  Object.assign(env().library, { backupFolder: '/mnt/stick' })
  try {
    await expect(manager.call(secondFolderRouter.choose, { folder: stick })).rejects.toMatchObject({
      fields: { folder: { key: 'setting_fixed' } },
    })
    const { secondFolder: setting, variables } = await manager.call(settingsRouter.list, undefined)
    expect([setting.folder, variables.backupFolder]).toEqual(['/mnt/stick', 'BACKUP_FOLDER'])
  } finally {
    Object.assign(env().given, { names })
    Object.assign(env().library, { backupFolder: undefined })
  }
})

test('health and the dashboard know what is wrong, but not of a drive that is away for a day', async () => {
  const found = () => withOwnClient({ connectionString: url }, 'maktaba open', checkSecondFolder)
  expect(await found()).toEqual([])
  await (await as('manager')).call(secondFolderRouter.choose, { folder: stick })
  expect(await withOwnClient({ connectionString: url }, 'maktaba open', secondFolderStateOf)).toMatchObject({
    folder: stick,
  })
  expect(await found()).toMatchObject([{ state: 'good' }])
  await db.update(secondFolder).set({ problem: 'absent', newestAt: new Date('2026-11-20T03:00:00Z') })
  const [away] = await found()
  expect(away?.state).toBe('warning')
  expect(away && findingText(away)).toBe(
    `Copies of backups: The drive of ${stick} is not there. The newest copy is of the backup of 2026-11-20T03:00:00.000Z.`,
  )
  expect((await readWarnings(0)).map(({ code }) => code)).not.toContain('second_folder')
  for (const problem of ['busy', 'other_stick'] as const) {
    await db.update(secondFolder).set({ problem })
    expect((await found())[0]?.state).toBe('warning')
    expect((await readWarnings(0)).map(({ code }) => code)).not.toContain('second_folder')
  }
  await db.update(secondFolder).set({ problem: 'no_room' })
  expect(await found()).toMatchObject([{ state: 'fault' }])
  expect((await readWarnings(0)).map(({ code }) => code)).toContain('second_folder')
  await db.update(secondFolder).set({ problem: null, copiedAt: new Date('2026-01-01') })
  expect(await found()).toMatchObject([{ state: 'fault', values: { isOld: true } }])
})

test('a chosen stick is called by its name wherever it is spoken of', () => {
  const said = (problem: SecondFolder['problem']) =>
    secondFolderText({ folder: 'usb:1234-ABCD/BAOBABS', newestAt: new Date(0), problem, isOld: false }, () => '1 May')
  const newest = 'The newest copy is of the backup of 1 May.'
  expect(said(null)).toBe(
    `Each backup is also copied to the stick \u2068BAOBABS\u2069, while it is plugged in. ${newest}`,
  )
  expect(said('absent')).toBe(`The stick \u2068BAOBABS\u2069 is not plugged in. ${newest}`)
  expect(said('no_room')).toContain('no room left in \u2068BAOBABS\u2069')
  for (const problem of secondFolderSchema.shape.problem.def.innerType.options) {
    expect(said(problem)).toContain('BAOBABS')
    expect(said(problem)).not.toContain('usb:')
  }
  // A drive without a name.
  expect(secondFolderName('usb:1234-ABCD/')).toBe('1234-ABCD')
})

test('drives are mount points where people put them', () => {
  const table = [
    '/dev/sda1 / ext4 rw 0 0',
    '/dev/sdb1 /media/ada/My\\040stick vfat rw 0 0',
    '/dev/sdc1 /mnt ext4 rw 0 0',
    '/dev/sdd1 /run/media/ada/B\u00c3\u00bccher exfat rw 0 0',
    'none /mnt/memory tmpfs rw 0 0',
    '/dev/sde1 /mntx ext4 rw 0 0',
    '/dev/sdb1 /media/ada/My\\040stick vfat rw 0 0',
    '',
  ].join('\n')
  expect(mountPoints(table)).toEqual(['/media/ada/My stick', '/mnt', '/run/media/ada/Bücher'])
})
