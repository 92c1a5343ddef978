import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { withLock } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { rememberOpened } from '#base/db/connection/opened.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { moveClock } from '#base/lib/clock.ts'
import { createLog } from '#base/lib/log.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { aBook, aUser } from '#test/factories.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { stageFile } from '#test/stage-file.ts'
import { runBackup, runningBackup, stopBackup } from './backup-runner.server.ts'
import { backUpNightly, lastNight } from './nightly-backup.server.ts'

const HOUR = 3_600_000
const { url } = useDatabase()
const log = createLog('silent')
let folder = ''

const files = async () => (await readdir(join(folder, 'backups')).catch(() => [])).toSorted()
const lastEvent = async () => (await db.select().from(securityEvent).orderBy(desc(securityEvent.id)).limit(1))[0]
const connection = { connectionString: url }
const admin = () => inject('server').admin

useEnv({ BACKUPS: 'on', DATA_DIR: join(tmpdir(), `maktaba-nightly-${process.pid}`) })
beforeAll(async () => {
  folder = process.env.DATA_DIR ?? ''
  await mkdir(folder, { recursive: true })
  await aBook()
  await aUser({ email: 'head@example.org', role: 'admin', language: 'fr' })
  await aUser({ email: 'banned@example.org', role: 'admin', banned: true })
  await aUser({ email: 'back@example.org', role: 'admin', banned: true, banExpires: new Date('2001-01-01') })
  await aUser({ email: 'reader@example.org' })
})
beforeEach(() => rememberOpened({ connection, admin: admin() }))
afterEach(() => moveClock(0))
afterAll(() => removeFolder(folder))

/** Puts the clock to an hour of the day after tomorrow and so on, UTC. */
function clockTo(day: number, hour: number): void {
  const midnight = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR
  moveClock(midnight + day * 24 * HOUR + hour * HOUR - Date.now())
}

test('a night begins at three in the zone of the library, also when clocks change', () => {
  expect(lastNight(new Date('2026-11-23T02:59:00Z'), 'UTC')).toEqual(new Date('2026-11-22T03:00:00Z'))
  expect(lastNight(new Date('2026-11-23T03:00:00Z'), 'UTC')).toEqual(new Date('2026-11-23T03:00:00Z'))
  expect(lastNight(new Date('2026-11-23T00:30:00Z'), 'Africa/Nairobi')).toEqual(new Date('2026-11-23T00:00:00Z'))
})

test('of many libraries on one machine each has its own minute of the night', () => {
  expect(lastNight(new Date('2026-11-23T04:59:00Z'), 'UTC', 120)).toEqual(new Date('2026-11-22T05:00:00Z'))
  expect(lastNight(new Date('2026-11-23T05:00:00Z'), 'UTC', 120)).toEqual(new Date('2026-11-23T05:00:00Z'))
})

test('one backup a night is made, checked in a database of its own, and recorded', async () => {
  clockTo(1, 4)
  await backUpNightly(log)
  const [file = '', state = ''] = await files()
  expect([file, state]).toEqual([expect.stringMatching(/-040000-nightly\.maktaba$/), `${file}.json`])
  expect(await lastEvent()).toMatchObject({ kind: 'backup_made', details: { by: 'nightly', books: 1, users: 4 } })
  await backUpNightly(log)
  expect(await files()).toHaveLength(2)
  const left = await db.execute("select from pg_database where datname like 'maktaba\\_check\\_%'")
  expect(left.rowCount).toBe(0)
})

test.each(['nightly-backup', 'backup'])('while another server has the lock %s, this one makes none', async (lock) => {
  clockTo(2, 4)
  await withLock(lock, () => backUpNightly(log))
  expect(await files()).toHaveLength(2)
})

test.each(['writing', 'checking'] as const)('one that a stop ends while it is %s leaves nothing', async (step) => {
  const event = await lastEvent()
  const made = runBackup('manual')
  while ((await runningBackup())?.step !== step) await setImmediate()
  await stopBackup()
  expect([await made, await lastEvent()]).toEqual([false, event])
  expect(await files()).toHaveLength(2)
  const left = await db.execute("select from pg_database where datname like 'maktaba\\_check\\_%'")
  expect(left.rowCount).toBe(0)
})

test('a failure is mailed once a night to all managers in their language, and tried again after an hour', async () => {
  const before = await files()
  // A folder that is a file.
  await rm(join(folder, 'backups'), { recursive: true })
  await writeFile(join(folder, 'backups'), '')
  clockTo(3, 4)
  await backUpNightly(log)
  expect(await lastEvent()).toMatchObject({
    kind: 'backup_failed',
    details: { by: 'nightly', reason: expect.stringMatching(/cannot be made/) },
  })
  const [mail, ...more] = await mailsTo('head@example.org')
  expect([mail?.subject, more.length]).toEqual(['La sauvegarde de la bibliothèque a échoué', 0])
  expect(mail?.text).toContain('cannot be made')
  expect(await mailsTo('back@example.org')).toHaveLength(1)
  for (const nobody of ['reader', 'banned']) expect(await mailsTo(`${nobody}@example.org`)).toEqual([])
  await rm(join(folder, 'backups'))
  await backUpNightly(log)
  expect(await files()).toEqual([])
  clockTo(3, 6)
  await backUpNightly(log)
  expect(await files()).toHaveLength(before.length)
  expect(await mailsTo('head@example.org')).toHaveLength(1)
})

test('a role that may not create databases has backups that are not checked', async () => {
  rememberOpened({ connection })
  clockTo(5, 4)
  await backUpNightly(log)
  const states = (await files()).filter((name) => name.endsWith('.json'))
  expect(await readFile(join(folder, 'backups', states.at(-1)!), 'utf8')).toContain('not_allowed')
})

test('a backup of an empty library does not count once an import has brought books', async () => {
  const made = async () => (await db.select().from(securityEvent).where(eq(securityEvent.kind, 'backup_made'))).length
  await db.delete(book)
  clockTo(6, 4)
  await backUpNightly(log)
  const before = await made()
  await backUpNightly(log)
  expect(await made()).toBe(before)
  await aBook()
  const { id } = await stageFile(await as('manager'), 'title\nThe first')
  await db.update(bookImport).set({ state: 'running' })
  await backUpNightly(log)
  expect(await made()).toBe(before)
  await db.update(bookImport).set({ state: 'done' }).where(eq(bookImport.id, id))
  await backUpNightly(log)
  expect(await made()).toBe(before + 1)
  await backUpNightly(log)
  expect(await made()).toBe(before + 1)
})

test('a clock that was a year ahead once keeps no later night from its backup', async () => {
  clockTo(400, 4)
  await backUpNightly(log)
  const future = (await files()).findLast((name) => name.endsWith('.maktaba'))
  // Right again.
  for (const day of [7, 8]) {
    const before = await files()
    clockTo(day, 4)
    await backUpNightly(log)
    const made = (await files()).filter((name) => !before.includes(name) && name.endsWith('.maktaba'))
    expect(made).toHaveLength(1)
    expect(await files()).toContain(future)
    await backUpNightly(log)
    expect((await files()).filter((name) => !before.includes(name) && name.endsWith('.maktaba'))).toEqual(made)
  }
})
