import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import '#slices.server.ts'
import { useEmptyDatabase } from '#test/database.ts'
import { nounConstraints } from '../noun-tables.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { knownMigrations } from './migrations.server.ts'
import { seedIfEmpty } from '../seed/seed.server.ts'
import journal from '../../../../drizzle/meta/_journal.json' with { type: 'json' }

const { url } = useEmptyDatabase()
const connection = { connectionString: url }

async function rowsOf(statement: string): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('migrations', () => {
  beforeAll(async () => {
    // Two servers that start at once, on a database that is still empty.
    await Promise.all([1, 2, 3].map(() => migrateDatabase(connection, (db) => seedIfEmpty(db, 'sample'))))
  })

  test('run once when several servers start concurrently', async () => {
    expect(await rowsOf('select hash from drizzle.__drizzle_migrations')).toHaveLength(knownMigrations().length)
    expect(await rowsOf('select from genre having count(*) = count(distinct name) and count(*) > 0')).toHaveLength(1)
  })

  test('run again change nothing', async () => {
    const before = await rowsOf('select id, title, updated_at from book order by id')
    await migrateDatabase(connection, (db) => seedIfEmpty(db, 'sample'))
    expect(await rowsOf('select id, title, updated_at from book order by id')).toEqual(before)
    expect(before.length).toBeGreaterThanOrEqual(200)
    expect(await rowsOf('select hash from drizzle.__drizzle_migrations')).toHaveLength(knownMigrations().length)
  })

  test('run an unfinished `fill` again at the next start', async () => {
    await expect(migrateDatabase(connection, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
    await migrateDatabase(connection)
  })

  test('have one snapshot, of the newest', () => {
    const snapshots = readdirSync(join(projectRoot, 'drizzle', 'meta')).filter((name) => name !== '_journal.json')
    expect(snapshots).toEqual([`${journal.entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`])
  })

  test('leave every constraint with a name', async () => {
    const rows = await rowsOf(
      `select relname from pg_class join pg_index on indexrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and indisunique and not indisprimary order by relname::text collate "C"`,
    )
    // Those of nouns have a message each; people cannot break the others.
    const known = new Set([
      ...Object.keys(nounConstraints()).filter((name) => name.endsWith('_unique')),
      'account_provider_id_account_id_unique',
      'api_key_hash_unique',
      'book_import_collect_key',
      'forgotten_reader_unique',
      'genre_slug_unique',
      'hold_copy_id_unique',
      'loan_act_id_unique',
      'loan_open_copy_unique',
      'passkey_credential_id_unique',
      'self_service_corner_key_hash_unique',
      'session_token_unique',
      'sign_in_card_hash_unique',
      'sign_in_card_open_unique',
      'user_email_unique',
      'verification_code_session_id_purpose_unique',
    ])
    expect(rows.map((row) => Object.values(row as object)[0])).toEqual([...known].toSorted())
  })
})
