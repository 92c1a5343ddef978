import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useEmptyDatabase } from '#test/database.ts'
import { migrateDatabase } from '../migration/migrate.server.ts'
import { applyMigrations, asTransaction, knownMigrations, newestMigration } from '../migration/migrations.server.ts'
import { restore, useFolder, withClient } from './backup.test-kit.ts'

const CREATED = /CREATE (?:TABLE|INDEX) "(\w+)"/
const { url } = useEmptyDatabase()
const folder = useFolder()
const migrations = knownMigrations()
/** The relation that a migration creates, unless it is one that was there before and is created again. */
function createdBy(index: number): string | undefined {
  const [, name] = CREATED.exec(migrations[index]?.sql.join() ?? '') ?? []
  return migrations.slice(0, index).some(({ sql }) => sql.join().includes(`"${name}"`)) ? undefined : name
}
/** The newest migration with a new table or index, what it creates, and the migration before it. */
const newest = migrations.findLastIndex((_, index) => createdBy(index) !== undefined)
const relation = createdBy(newest)
const former = migrations.slice(0, newest)

const query = (text: string) => withClient(url, async (client) => (await client.query(text)).rows)
const books = async () => Number((await query('select count(*) from book'))[0].count)
const migration = async () =>
  Number((await query('select max(created_at) as at from drizzle.__drizzle_migrations'))[0].at)

async function start(isBackedUp = true): Promise<string[]> {
  const warnings: string[] = []
  const dataDir = folder.path('data')
  const backupsIn = isBackedUp ? dataDir : undefined
  const safety = { dataDir, backupsIn, warn: (line: string) => warnings.push(line) }
  await migrateDatabase({ connectionString: url }, undefined, safety)
  return warnings
}

/** The database of an older version. */
const makeOlder = () =>
  withClient(url, (client) =>
    asTransaction(client, async () => {
      await client.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
      await applyMigrations(client, former)
    }),
  )
const files = () => readdir(folder.path('data/backups')).catch(() => [])

test('a new database and an empty one are migrated without a backup', async () => {
  expect(await start()).toEqual([])
  await makeOlder()
  expect(await start()).toEqual([])
  expect(await migration()).toBe(newestMigration())
  expect(await files()).toEqual([])
})

test('an update that fails changes nothing, and says how to go back', async () => {
  await makeOlder()
  await query("insert into book (id, title) values (gen_random_uuid(), 'Mine')")
  // What the update creates is there already.
  await query(`create table ${relation} (id integer)`)
  await expect(start()).rejects.toThrow(
    /^The update of the database failed, and nothing in it was changed: relation .* already exists[^.]*\. To go back, start the version that ran before, or if need be, with that version: npm run maktaba -- restore --replace .*-before-update\.maktaba$/,
  )
  expect([await books(), await migration()]).toEqual([1, former.at(-1)?.begunAt])
  await query(`drop table ${relation}`)
})

test('a library is backed up before it is updated, and goes back by that backup', async () => {
  const warnings = await start()
  expect(warnings).toEqual([
    expect.stringMatching(/^The library is updated; as it was before it is in .*-before-update\.maktaba$/),
  ])
  expect([await books(), await migration()]).toEqual([1, newestMigration()])
  // As a newer version would leave it.
  await query('create table later (book_id uuid references book)')
  await query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9000000000000)")
  const refusal = await start().then(String, (error: Error) => error.message)
  const [, file = ''] =
    /^The database was updated by a newer Maktaba\. .* go back to this one with: npm run maktaba -- restore --replace (.*)$/.exec(
      refusal,
    ) ?? []
  expect((await restore(url, file, folder.path('data'), true)).former).toMatch(/before-restore/)
  expect([await books(), await migration()]).toEqual([1, newestMigration()])
  expect(await query("select to_regclass('later') as later")).toEqual([{ later: null }])
  expect(await start()).toEqual([])
})

test('an update without a backup is possible when told', async () => {
  await makeOlder()
  await query("insert into book (id, title) values (gen_random_uuid(), 'Mine')")
  const before = await files()
  expect(await start(false)).toEqual([])
  expect([await migration(), await files()]).toEqual([newestMigration(), before])
})
