import { readFile, stat, writeFile } from 'node:fs/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { useDatabase, useEmptyDatabase } from '#test/database.ts'
import { urlOf } from '#test/server.ts'
import { migrateDatabase } from '../migration/migrate.server.ts'
import { applyMigrations, asTransaction, knownMigrations } from '../migration/migrations.server.ts'
import { BackupError } from './backup-error.server.ts'
import { backUp, contentOf, fillEveryTable, forge, restore, useFolder, withClient } from './backup.test-kit.ts'
import { libraryTables } from './library-tables.server.ts'

const folder = useFolder()
const library = useDatabase()
const target = useEmptyDatabase()
const older = useEmptyDatabase()
const other = useEmptyDatabase()
const file = () => folder.path('library.maktaba')
const dataDir = () => folder.path('data')

const asSuperuser = (url: string) => urlOf({ ...inject('server').admin, database: new URL(url).pathname.slice(1) })
const failure = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(BackupError)
  return (error as BackupError).message
}

test('every table comes back row by row, whatever stands in it', async () => {
  const names = await fillEveryTable(asSuperuser(library.url))
  const summary = await backUp(library.url, file())
  const tables = await withClient(library.url, libraryTables)
  expect(tables.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const kept = tables.filter(({ isOmitted }) => !isOmitted).map(({ name }) => name)
  expect(Object.keys(summary.tables).toSorted()).toEqual(kept.toSorted())
  for (const [name, { rows }] of Object.entries(summary.tables)) expect({ name, rows }).not.toEqual({ name, rows: 0 })
  expect((await stat(file())).mode & 0o777).toBe(0o600)

  const { former, admins } = await restore(target.url, file(), dataDir())
  expect({ former, admins }).toEqual({ former: undefined, admins: [] })
  // The restoration is in the log, and what was known of the copies is forgotten.
  const { security_event: _, backup_copy: __, ...expected } = summary.tables
  const { backup_copy: ___, ...restored } = await contentOf(target.url, folder.path('again.maktaba'))
  expect(restored).toEqual(expected)
  await withClient(target.url, async (client) => {
    expect((await client.query('select folder from backup_copy')).rows).toEqual([{ folder: null }])
    // Nobody is signed in, and the next number is one that was never used.
    for (const { name } of tables.filter(({ isOmitted }) => isOmitted))
      expect((await client.query(`select from "${name}"`)).rowCount).toBe(0)
    const { rows } = await client.query(
      "insert into activity (actor_kind, action, subject_kind, subject_id) values ('system', 'x', 'book', gen_random_uuid()) returning id",
    )
    expect(Number(rows[0].id)).toBeGreaterThan(40)
  })
})

test('triggers, constraints, indexes and statistics are those of a migrated database', async () => {
  const schema = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query(`
        select 'trigger', pg_get_triggerdef(oid) || tgenabled::text as definition from pg_trigger where not tgisinternal
        union all select 'index', pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text not like 'pg\\_%'
        union all select conrelid::regclass::text, pg_get_constraintdef(oid) || convalidated from pg_constraint
        union all select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
        order by 1, 2`)
      return rows
    })
  expect(await schema(target.url)).toEqual(await schema(library.url))
})

test('a backup of an earlier version is migrated on the way in', async () => {
  for (const at of [0, 20, 29]) {
    await withClient(older.url, async (client) => {
      await client.query('drop schema if exists drizzle cascade')
      await client.query('drop schema public cascade')
      await client.query('create schema public')
    })
    await withClient(older.url, (client) =>
      asTransaction(client, async () => {
        await applyMigrations(client, knownMigrations().slice(0, at + 1))
        if (at === 0) return
        await client.query("insert into genre (id, name, hue) values (gen_random_uuid(), 'Novel', 7)")
        await client.query(
          "insert into book (id, title, author, genre_id) select gen_random_uuid(), 'The Élan ' || n, 'A', (select id from genre) from generate_series(1, 30) n",
        )
      }),
    )
    const old = folder.path(`old-${at}.maktaba`)
    await backUp(older.url, old)
    await restore(other.url, old, dataDir(), true)
    await withClient(other.url, async (client) => {
      const { rows } = await client.query('select count(*)::integer as books, min(sort_title) as sorted from book')
      expect(rows[0]).toEqual(at === 0 ? { books: 0, sorted: null } : { books: 30, sorted: 'elan 1' })
      const migrations = await client.query('select from drizzle.__drizzle_migrations')
      expect(migrations.rowCount).toBe(knownMigrations().length)
    })
  }
})

describe('a file that is no good changes nothing', () => {
  const refusals = async (bad: string) => failure(restore(target.url, bad, dataDir(), true))

  test('cut off at every twentieth, and with one byte changed in 200 places', async () => {
    const before = await contentOf(target.url, folder.path('before.maktaba'))
    const bytes = await readFile(file())
    const bad = folder.path('bad.maktaba')
    for (let part = 0; part < 20; part++) {
      await writeFile(bad, bytes.subarray(0, Math.floor((bytes.length * part) / 20)))
      expect(await refusals(bad)).toMatch(part === 0 ? 'is no backup of Maktaba' : 'is cut off or damaged')
    }
    let random = 2026
    for (let time = 0; time < 200; time++) {
      random = (random * 48_271) % 2_147_483_647
      const changed = Buffer.from(bytes)
      changed[random % bytes.length]! ^= 1 << (time % 8)
      await writeFile(bad, changed)
      expect(await refusals(bad)).toMatch(
        /^bad\.maktaba is (damaged|cut off or damaged|no backup of Maktaba|from a newer)/,
      )
    }
    expect(await contentOf(target.url, folder.path('after.maktaba'))).toEqual(before)
  })

  test('of another program, of a newer version, of a changed one, or forged', async () => {
    const before = await contentOf(target.url, folder.path('before.maktaba'))
    const foreign = folder.path('foreign.maktaba')
    await writeFile(foreign, 'PGDMP\u0001\u000e')
    expect(await refusals(foreign)).toBe('foreign.maktaba is no backup of Maktaba')
    expect(await refusals(folder.path('absent'))).toBe(`${folder.path('absent')}: there is no such file`)
    expect(await refusals(folder.path('.'))).toMatch(/: not a file$/)
    const forged = (change: Parameters<typeof forge>[2]) => forge(file(), folder.path('forged.maktaba'), change)

    const newer = 'forged.maktaba is from a newer Maktaba (9.0.0): update this one, then restore it'
    expect(
      await refusals(await forged(({ header }) => Object.assign(header, { formatVersion: 2, maktaba: '9.0.0' }))),
    ).toBe(newer)
    expect(
      await refusals(await forged(({ header }) => Object.assign(header, { migration: 9e12, maktaba: '9.0.0' }))),
    ).toBe(newer)
    expect(await refusals(await forged(({ header }) => Object.assign(header, { migration: 1 })))).toContain(
      'other tables',
    )
    expect(
      await refusals(await forged(({ summary }) => Object.assign(summary.tables, { evil: { rows: 0, sha256: '' } }))),
    ).toContain('other tables')
    const rewritten = (change: (text: string) => string) =>
      forged((parts) => {
        parts.body = zstdCompressSync(change(zstdDecompressSync(parts.body).toString()))
      })
    expect(await refusals(await rewritten((text) => text.replace('title', 'evil')))).toContain(
      'its tables are not those',
    )
    expect(await refusals(await rewritten((text) => text.slice(0, -40)))).toMatch(/no end|are not those/)
    expect(await refusals(await rewritten((text) => text.replace('operator', 'operatox')))).toContain(
      'nothing was changed',
    )
    expect(await refusals(await rewritten((text) => text.replace('\\\\N', 'changed')))).toContain('rows of')
    expect(await refusals(await forged((parts) => (parts.body = Buffer.from('not compressed'))))).toContain(
      'nothing was changed',
    )
    expect(await contentOf(target.url, folder.path('after.maktaba'))).toEqual(before)
  })
})

describe('a library that is there', () => {
  test('is replaced only when told, after a backup of it', async () => {
    await migrateDatabase({ connectionString: other.url })
    const before = await contentOf(other.url, folder.path('before.maktaba'))
    expect(await failure(restore(other.url, file(), dataDir()))).toContain('restore --replace')
    expect(await contentOf(other.url, folder.path('after.maktaba'))).toEqual(before)
    const tableId = async () =>
      (await withClient(other.url, (client) => client.query(`select 'public.book'::regclass::oid as id`))).rows[0].id
    const idBefore = await tableId()
    const { former } = await restore(other.url, file(), dataDir(), true)
    expect(await contentOf(other.url, folder.path('after.maktaba'))).not.toEqual(before)
    // Phones are told by it that what they have is of another library (catalogue/offline/server/catalogue-sql.server.ts).
    expect(await tableId()).not.toBe(idBefore)
    await restore(other.url, former!, dataDir(), true)
    expect(await contentOf(other.url, folder.path('after.maktaba'))).toEqual(before)
  })

  test('is kept while somebody uses it, and when something of others depends on it', async () => {
    await withClient(`${other.url}&application_name=maktaba`, async () => {
      expect(await failure(restore(other.url, file(), dataDir(), true))).toContain('stop it, then restore')
    })
    await withClient(other.url, (client) => client.query('create view report as select title from book'))
    expect(await failure(restore(other.url, file(), dataDir(), true))).toMatch(
      /nothing was changed: .*\(view report depends/,
    )
    await withClient(other.url, (client) => client.query('drop view report'))
  })

  test('tables of others in the same database are left alone', async () => {
    await withClient(other.url, (client) => client.query('create table elsewhere as select 1 as one'))
    await restore(other.url, file(), dataDir(), true)
    const { rows } = await withClient(other.url, (client) => client.query('select one from elsewhere'))
    expect(rows).toEqual([{ one: 1 }])
  })
})

test('a backup that cannot be written says why and leaves no draft', async () => {
  expect(await failure(backUp(library.url, folder.path('no/such/folder')))).toMatch(/there is no folder/)
})
