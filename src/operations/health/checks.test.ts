import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readEnv } from '#base/env/env.server.ts'
import { locales } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { knownMigrations } from '#base/db/migration/migrations.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { removeFolder } from '#test/remove-folder.ts'
import {
  checkClock,
  checkIndexes,
  checkMigrations,
  checkSize,
  checkStandbys,
  checkTables,
} from './check-database.server.ts'
import {
  checkBackups,
  checkDisk,
  checkFolders,
  checkSettings,
  isDiskLow,
  readNewestBackup,
} from './check-machine.server.ts'
import { findingText } from './finding-text.ts'
import type { Finding } from './health.schema.ts'

const { url } = useDatabase()
const client = new Client({ connectionString: url })
/** Of PostgreSQL's superuser. */
const admin = new Client({ ...inject('server').admin, database: new URL(url).pathname.slice(1) })
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maktaba-checks-'))
  await client.connect()
  await admin.connect()
  await aBook()
})
afterEach(async () => {
  moveClock(0)
  vi.restoreAllMocks()
  await client.query('rollback')
  await admin.query('rollback')
})
afterAll(async () => {
  await client.end()
  await admin.end()
  await removeFolder(dataDir)
})

/** Code and state of findings, each of which has a sentence of its own in every language. */
function codesOf(...findings: Finding[]): string[] {
  for (const finding of findings) {
    const texts = locales.map((one) => withLocale(one, () => findingText(finding)))
    for (const text of texts) expect(text).not.toMatch(/undefined|NaN|\[object/)
  }
  return findings.map(({ code, state }) => `${code} ${state}`)
}

describe('the machine', () => {
  test('settings: what is set, and what is unwise', () => {
    expect(codesOf(...checkSettings(readEnv({})))).toEqual(['settings good', 'concern warning'])
    expect(
      codesOf(...checkSettings(readEnv({ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.org' }))),
    ).toEqual(['settings good'])
  })

  test('folders: missing, open to others, closed', async () => {
    expect(codesOf(...(await checkFolders(join(dataDir, 'no'))))).toEqual(['folder_missing warning'])
    await chmod(dataDir, 0o700)
    expect(codesOf(...(await checkFolders(dataDir)))).toEqual(['folders good'])
    await mkdir(join(dataDir, 'outbox'))
    await chmod(join(dataDir, 'outbox'), 0o755)
    expect(codesOf(...(await checkFolders(dataDir)))).toEqual(['folder_open fault'])
    await rm(join(dataDir, 'outbox'), { recursive: true })
  })

  test('disk: room, little, none, and one that cannot be asked', async () => {
    const disk = (free: number, isLow: boolean) => Promise.resolve({ free, isLow })
    expect(codesOf(await checkDisk('/data', disk(20e9, false)))).toEqual(['disk good'])
    expect(codesOf(await checkDisk('/data', disk(20e9, true)))).toEqual(['disk_low warning'])
    expect(codesOf(await checkDisk('/data', disk(1e8, true)))).toEqual(['disk_full fault'])
    expect(codesOf(await checkDisk(join(dataDir, 'no')))).toEqual(['disk_unknown warning'])
    expect([isDiskLow(9e8, 5e9), isDiskLow(4e9, 100e9), isDiskLow(6e9, 100e9)]).toEqual([true, true, false])
  })

  test('backups: none, a new one, an old one where one is made every night', async () => {
    expect(codesOf(await checkBackups(dataDir, true))).toEqual(['backups_none warning'])
    await mkdir(join(dataDir, 'backups'))
    const stamp = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
    await writeFile(join(dataDir, 'backups', `${stamp}-nightly.maktaba`), '')
    expect(await checkBackups(dataDir, true)).toMatchObject({ code: 'backups', values: { days: 0 } })
    moveClock(2.1 * 86_400_000)
    const old = await checkBackups(dataDir, true)
    expect(codesOf(old)).toEqual(['backups_old fault'])
    expect(withLocale('en', () => findingText(old))).toContain('2 days old: the nightly one fails')
    expect(codesOf(await checkBackups(dataDir, false))).toEqual(['backups good'])
    // Made while the clock was two years ahead.
    const future = join(dataDir, 'backups', `${new Date().getFullYear() + 2}-01-02-030000-nightly.maktaba`)
    await writeFile(future, '')
    expect(await readNewestBackup(dataDir)).toMatchObject({ days: 2, isOld: true })
    const found = await checkBackups(dataDir, true)
    expect(codesOf(found)).toEqual(['backups_future fault'])
    expect(withLocale('en', () => findingText(found))).toContain('which is in the future')
  })
})

describe('the database', () => {
  test('version: of this one, older, empty, newer', async () => {
    const checked = async () => codesOf(await checkMigrations(client, dataDir))
    expect(await checked()).toEqual(['version good'])
    await client.query('begin')
    // One in the middle, as two branches leave it that land in another order than they were begun.
    await client.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) - 3 from drizzle.__drizzle_migrations)',
    )
    const missing = knownMigrations().at(-4)?.tag ?? ''
    expect(await checkMigrations(client, dataDir)).toMatchObject({ code: 'version_older', values: { names: missing } })
    expect(await checked()).toEqual(['version_older warning'])
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)")
    expect(await checked()).toEqual(['version_newer fault'])
    await client.query('delete from drizzle.__drizzle_migrations')
    expect(await checked()).toEqual(['version_empty warning'])
  })

  test('clock: right, apart from the database’s, behind what was recorded', async () => {
    expect(codesOf(await checkClock(client))).toEqual(['clock good'])
    const real = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(real + 3_600_000)
    expect(await checkClock(client)).toMatchObject({ code: 'clock_apart', values: { seconds: 3600 } })
    codesOf(await checkClock(client))
    vi.restoreAllMocks()
    await admin.query('begin')
    await admin.query("set local session_replication_role = replica; update activity set at = now() + interval '1 day'")
    expect(codesOf(await checkClock(admin))).toEqual(['clock_behind fault'])
  })

  test('size, and indexes that are of no use', async () => {
    const size = await checkSize(client)
    expect(size).toMatchObject({ code: 'database', values: { version: expect.stringMatching(/^\d+/) } })
    codesOf(size)
    expect(await checkIndexes(client)).toEqual([])
    await admin.query('begin')
    await admin.query("update pg_index set indisvalid = false where indexrelid = 'genre_name_unique'::regclass")
    const [found] = await checkIndexes(admin)
    expect(found).toMatchObject({ code: 'indexes_unfinished', values: { names: 'genre_name_unique' } })
  })

  test('servers: one alone, one that lacks its replica, one that takes no changes', async () => {
    expect(await checkStandbys(client, false)).toEqual([])
    expect(codesOf(...(await checkStandbys(client, true)))).toEqual(['standbys_none warning'])
    await client.query('begin read only')
    expect(codesOf(...(await checkStandbys(client, false)))).toEqual(['database_read_only fault'])
    for (const count of [1, 2, 11])
      for (const synchronous of [0, 1])
        codesOf({ code: 'standbys', state: 'good', values: { at: '192.0.2.7', count, synchronous } })
  })

  test('tables: whole, not allowed to be read, not read in time, damaged', async () => {
    expect(codesOf(await checkTables(admin))).toEqual(['tables good'])
    expect(codesOf(await checkTables(client))).toEqual(['tables_forbidden warning'])
    expect(codesOf(await checkTables(admin, 0.001))).toEqual(['tables_slow warning'])
    vi.spyOn(admin, 'query').mockImplementation(() =>
      Promise.resolve({ rows: [{ name: 'genre', msg: 'a line pointer is cut' }] }),
    )
    expect(codesOf(await checkTables(admin))).toEqual(['tables_damaged fault'])
  })
})
