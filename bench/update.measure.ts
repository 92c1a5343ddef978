import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { applyMigrations, asTransaction, knownMigrations } from '#db/migrations.server.ts'
import { seedIfEmpty } from '#db/seed/seed.server.ts'
import { startMaktaba, type Maktaba } from './maktaba.ts'
import { makePeople } from './people.ts'
import { fill, withClient } from './seed.ts'

const BOOKS = 100_000
/** Books that are deleted before the update. */
const DELETED = 1000
/** Position of the last migration of the version before trash, undo and security log: `0033_activity_without_derived`. */
const FORMER = 33

/** What an update may not change. */
const CONTENT = {
  books: 'select id, title, author, publisher, genre_id, version, created_at from book',
  users: 'select id, name, email, role, created_at from "user"',
  activity: 'select id, at, action, subject_kind, subject_id, subject_name, before, after from activity',
}

/**
 * Starts the built server on a library of an older version: 100,000 books, each changed once, and 100,000 users. Compares
 * all rows, and undoes a change of before the update. Deletions of before are not in the trash, which that version did not have.
 */
export default async function update(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-update-'))
  const dataDir = join(folder, 'data')
  try {
    await withClient(dataDir, makeFormer)
    const before = await withClient(dataDir, readContent)
    const started = performance.now()
    const maktaba = await startMaktaba(dataDir)
    const seconds = (performance.now() - started) / 1000
    try {
      const after = await withClient(dataDir, readContent)
      const isEqual = isDeepStrictEqual(before, after)
      console.log(`Updated and started in ${seconds.toFixed(1)} s, the backup before included`)
      for (const [name, { rows }] of Object.entries(before)) console.log(`${name.padEnd(10)} ${rows} rows`)
      console.log(isEqual ? 'All rows are equal.' : 'Rows DIFFER.')
      for (const file of readdirSync(join(dataDir, 'backups')))
        console.log(`${file} ${(statSync(join(dataDir, 'backups', file)).size / 1e6).toFixed(1)} MB`)
      return (await undoFormer(maktaba, dataDir)) && isEqual
    } finally {
      await maktaba.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills the database of the former version. Its triggers record the changes. */
async function makeFormer(client: Client): Promise<void> {
  await asTransaction(client, () => applyMigrations(client, knownMigrations()[FORMER]?.folderMillis))
  await seedIfEmpty(drizzle({ client, casing: 'snake_case' }), 'genres')
  await fill(client, BOOKS)
  await client.query(`select set_config('maktaba.actor', 'operator', false)`)
  await client.query(`update book set publisher = publisher || ' & Co.', version = version + 1`)
  await client.query(`delete from book where id in (select id from book order by id limit ${DELETED})`)
}

type Content = Record<string, { rows: number; digest: string }>

async function readContent(client: Client): Promise<Content> {
  const content: Content = {}
  for (const [name, query] of Object.entries(CONTENT)) {
    // One connection.
    const { rows } = await client.query<{ rows: number; digest: string }>(
      `select count(*)::int as rows, md5(string_agg(md5(one::text), '' order by one.id)) as digest from (${query}) as one`,
    )
    content[name] = { rows: rows[0]?.rows ?? 0, digest: rows[0]?.digest ?? '' }
  }
  return content
}

/** Undoes the newest change of before the update by the API. */
async function undoFormer({ url }: Maktaba, dataDir: string): Promise<boolean> {
  const { admin } = await makePeople(dataDir)
  const id = await withClient(dataDir, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select activity.id from activity join book on book.id = subject_id where action = 'book.update' order by activity.id desc limit 1`,
    )
    return rows[0]?.id
  })
  const response = await fetch(`${url}/api/v1/activity/${id}/undo`, {
    method: 'POST',
    headers: { cookie: admin, origin: url.replace('127.0.0.1', 'localhost') },
  })
  const text = await response.text()
  console.log(`Undo of a change of before: ${response.status} ${text}`)
  return text.includes('"publisher"')
}
