import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { withLock } from '#base/db/background.server.ts'
import { readBackupInfo, requireRestorable } from '#base/db/backup/backup-file.server.ts'
import { rememberOpened } from '#base/db/connection/opened.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { as, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aBook, aUser } from '#test/factories.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { backupRouter } from './backup.router.server.ts'

const { url } = useDatabase()
const folder = join(tmpdir(), `maktaba-backups-${process.pid}`)
useEnv({ DATA_DIR: folder })

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  rememberOpened({ connection: { connectionString: url }, admin: inject('server').admin })
  await aBook()
})
afterEach(() => moveClock(0))
afterAll(() => removeFolder(folder))

const TWENTY_MINUTES = 1_200_000
const DAY = 86_400_000
const reauthenticatedManager = async () => signedIn(await aUser({ role: 'admin' }), { authenticatedAt: now() })

test('a manager makes a backup, downloads it after a reauthentication, and deletes it after a day', async () => {
  const manager = await reauthenticatedManager()
  expect(await manager.call(backupRouter.list, undefined)).toMatchObject({ items: [], running: null, failure: null })
  expect(await manager.call(backupRouter.create, undefined)).toEqual({ isStarted: true })
  expect((await manager.call(backupRouter.list, undefined)).running).toMatchObject({ step: 'writing' })
  expect(await manager.call(backupRouter.create, undefined)).toEqual({ isStarted: false })
  await vi.waitFor(async () => expect((await manager.call(backupRouter.list, undefined)).running).toBeNull(), {
    timeout: 100_000,
    interval: 50,
  })
  const { items } = await manager.call(backupRouter.list, undefined)
  const [{ name } = { name: '' }] = items
  expect(items).toMatchObject([{ kind: 'manual', books: 1, users: 1, check: 'verified' }])

  const response = await manager.request(`/api/v1/backups/${name}`)
  expect(response.headers.get('content-disposition')).toContain(`maktaba-${name}`)
  const fetched = join(folder, 'fetched.maktaba')
  await writeFile(fetched, Buffer.from(await response.arrayBuffer()))
  await requireRestorable(await readBackupInfo(fetched))

  moveClock(TWENTY_MINUTES)
  expect((await manager.request(`/api/v1/backups/${name}`)).status).toBe(403)
  await expect(manager.call(backupRouter.allowDownload, { name })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  moveClock(DAY)
  await expect(manager.call(backupRouter.remove, { name })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  const later = await reauthenticatedManager()
  await later.call(backupRouter.remove, { name })
  expect(await readdir(join(folder, 'backups'))).toEqual([])
  await expect(later.call(backupRouter.remove, { name })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['secret', '../secret', '..%2fsecret', '2026-11-23-030000-nightly.maktaba.json'])(
  'nothing but a backup is given out: %s',
  async (name) => {
    await writeFile(join(folder, 'secret'), 'secret')
    await writeFile(join(folder, 'backups', '2026-11-23-030000-nightly.maktaba.json'), '{}')
    const manager = await reauthenticatedManager()
    expect((await manager.request(`/api/v1/backups/${name}`)).status).toBe(404)
    await expect(manager.call(backupRouter.remove, { name })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('a damaged file is listed as one, and a failure until the next success', async () => {
  const file = join(folder, 'backups', '2026-11-22-030000-nightly.maktaba')
  await writeFile(file, 'x')
  const manager = await as('manager')
  rememberOpened({ connection: { connectionString: url }, admin: { connectionString: 'postgres://127.0.0.1:1/x' } })
  await manager.call(backupRouter.create, undefined)
  await vi.waitFor(async () => expect((await manager.call(backupRouter.list, undefined)).running).toBeNull(), 30_000)
  const { items, failure } = await manager.call(backupRouter.list, undefined)
  expect(items).toMatchObject([{ check: 'damaged', books: null }])
  expect(failure?.reason).toMatch(/ECONNREFUSED/)
})

test('a sixth backup of a day by hand is refused, so that they cannot fill the disk', async () => {
  const manager = await reauthenticatedManager()
  const names = [1, 2, 3, 4, 5].map((hour) => {
    const made = new Date(now().getTime() - hour * 3_600_000).toISOString()
    return `${made.slice(0, 19).replace('T', '-').replaceAll(':', '')}-manual.maktaba`
  })
  for (const name of names) await writeFile(join(folder, 'backups', name), 'x')
  await expect(manager.call(backupRouter.create, undefined)).rejects.toMatchObject({ code: 'TOO_MANY_BACKUPS' })
  expect(await readdir(join(folder, 'backups'))).toEqual(expect.arrayContaining(names))
  for (const name of names) await rm(join(folder, 'backups', name))
})

test('a backup that another process makes is shown, and none is begun beside it', async () => {
  const manager = await reauthenticatedManager()
  await withLock('backup', async () => {
    expect((await manager.call(backupRouter.list, undefined)).running).toEqual({ step: 'writing', share: 0 })
    expect(await manager.call(backupRouter.create, undefined)).toEqual({ isStarted: false })
  })
  expect((await manager.call(backupRouter.list, undefined)).running).toBeNull()
})
