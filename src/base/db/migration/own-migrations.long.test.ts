import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { useEmptyDatabase } from '#test/database.ts'
import { generateMigration } from '../../../../scripts/migration.ts'
import { backUp, restore, useFolder, withClient } from '../backup/backup.test-kit.ts'
import { migrateDatabase } from './migrate.server.ts'
import {
  appliedMigrations,
  applyMigrations,
  asTransaction,
  knownMigrations,
  migrationState,
  readMigrations,
} from './migrations.server.ts'

const library = useEmptyDatabase()
const other = useEmptyDatabase()
const folder = useFolder()

describe('a database in which later migrations were run before earlier ones', () => {
  const known = knownMigrations()
  /** The last two of which none needs the other. */
  const [earlier, later] = [known.find(({ tag }) => tag.endsWith('_lost_loans_end')), known.at(-1)]
  const late = known.filter((one) => one === earlier)

  beforeAll(() =>
    withClient(library.url, (client) =>
      asTransaction(client, () =>
        applyMigrations(
          client,
          known.filter((one) => one !== earlier),
        ),
      ),
    ),
  )

  test('is told of each that is missing, which the next start runs', async () => {
    expect(later).not.toBe(earlier)
    const state = await withClient(library.url, migrationState)
    expect(state).toMatchObject({ isEmpty: false, isNewer: false })
    expect(state.missing).toEqual(late)
    await migrateDatabase({ connectionString: library.url })
    expect((await withClient(library.url, migrationState)).missing).toEqual([])
    expect((await withClient(library.url, appliedMigrations)).at(-1)?.hash).toBe(earlier?.hash)
  })

  test('is restored from its backup in the order of its own', async () => {
    const file = folder.path('order.maktaba')
    await backUp(library.url, file)
    await restore(other.url, file, folder.path('data'), true)
    const orderOf = (url: string) => withClient(url, appliedMigrations)
    expect(await orderOf(other.url)).toEqual(await orderOf(library.url))
  })
})

describe("a product's own migrations, in drizzle/own", () => {
  const product = () => folder.path('product')
  const table = () => join(product(), 'src/base/db/tables/book.ts')
  const addColumn = (name: string) =>
    writeFileSync(
      table(),
      readFileSync(table(), 'utf8').replace(
        /^ {2}summary: text\(\).*$/m,
        `$&\n  ${name}: text().notNull().default(''),`,
      ),
    )
  const own = () => readMigrations(join(product(), 'drizzle/own'))

  beforeAll(() => {
    mkdirSync(product())
    for (const name of [
      'src',
      'drizzle',
      'package.json',
      'tsconfig.json',
      'drizzle.config.ts',
      'drizzle-own.config.ts',
    ])
      cpSync(join(projectRoot, name), join(product(), name), { recursive: true })
    // Of a product that runs this test.
    rmSync(join(product(), 'drizzle/own'), { recursive: true, force: true })
    symlinkSync(join(projectRoot, 'node_modules'), join(product(), 'node_modules'))
  })

  test('are generated beside those of Maktaba, which may go on meanwhile', { timeout: 60_000 }, () => {
    mkdirSync(join(product(), 'drizzle/own'))
    addColumn('donor')
    generateMigration(product(), '--name', 'donor')
    // A newer Maktaba has a column more, in its snapshot too.
    addColumn('theirs')
    const meta = join(product(), 'drizzle/meta')
    const snapshot = join(meta, readdirSync(meta).find((name) => name.endsWith('_snapshot.json')) ?? '')
    const tables = JSON.parse(readFileSync(snapshot, 'utf8'))
    for (const name of ['public.book', 'public.deleted_book'])
      tables.tables[name].columns.theirs = { ...tables.tables[name].columns.summary, name: 'theirs' }
    writeFileSync(snapshot, JSON.stringify(tables))
    addColumn('place')
    generateMigration(product(), '--name', 'place')
    expect(own().map(({ tag }) => tag)).toEqual(['0000_donor', '0001_place'])
    expect(own().map(({ sql }) => sql.join('').match(/"(donor|theirs|place)"/g))).toEqual([
      ['"donor"', '"donor"'],
      ['"place"', '"place"'],
    ])
    expect(readdirSync(join(product(), 'drizzle/own/meta')).toSorted()).toEqual([
      '0001_snapshot.json',
      '_journal.json',
      '_maktaba.json',
    ])
    // Nothing is left to be written.
    generateMigration(product(), '--name', 'nothing')
    expect(own()).toHaveLength(2)
  })

  test('are run whatever their time, and a migration that is unknown and older ends nothing', async () => {
    await withClient(other.url, async (client) => {
      await asTransaction(client, () => applyMigrations(client, own()))
      await client.query('select donor, place from deleted_book')
      const { isNewer } = await migrationState(client)
      // This version does not know them, and they are newer.
      expect(isNewer).toBe(true)
      await client.query('update drizzle.__drizzle_migrations set created_at = 1 where hash = any ($1)', [
        own().map(({ hash }) => hash),
      ])
      expect(await migrationState(client)).toEqual({ isEmpty: false, isNewer: false, missing: [] })
    })
  })
})
