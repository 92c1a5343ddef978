import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useEmptyDatabase } from '#test/database.ts'
import { newestMigration } from '../migration/migrations.server.ts'
import { readBackupInfo } from './backup-file.server.ts'
import { restore, useFolder, withClient } from './backup.test-kit.ts'

// A small library of each release, made and backed up by the command line of that release. A release adds its file;
// the others never change.
const RELEASES = join(import.meta.dirname, 'releases')

const { url } = useEmptyDatabase()
const folder = useFolder()

test.each(readdirSync(RELEASES))('the library of release %s is updated to this version', async (name) => {
  const file = join(RELEASES, name)
  const { summary, header } = await readBackupInfo(file)
  expect(`${header.maktaba}.maktaba`).toBe(name)
  await restore(url, file, folder.path('data'), true)
  await withClient(url, async (client) => {
    const { rows } = await client.query(`
      select (select count(*)::integer from book) as books, (select count(*)::integer from "user") as users,
        (select max(created_at) from drizzle.__drizzle_migrations)::float8 as migration`)
    expect(rows[0]).toEqual({ books: summary.books, users: summary.users, migration: newestMigration() })
    expect(summary.books).toBeGreaterThan(10)
  })
})
