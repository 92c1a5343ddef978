import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openEmbedded, type EmbeddedDatabase } from '#base/db/embedded/embedded.server.ts'
import { findClusterPaths } from '#base/db/embedded/cluster-paths.server.ts'
import { migrateDatabase } from '#base/db/migration/migrate.server.ts'
import { seedIfEmpty } from '#base/db/seed/seed.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { generateBooks, GENERATOR_VERSION, type GeneratedBook } from './books.ts'
import { isRecord, readJson } from './json.ts'
import { generateUsers, USERS } from './users.ts'
import { TermCollector, type Terms } from './terms.ts'

const QUIET = { info: () => undefined, warn: () => undefined }
const BATCH = 5000
/** Publisher of the books that the benchmark saves and imports, by which they are removed again. */
export const WRITTEN_BY = 'Benchmark and Daughters'

/** Where seeded data are kept. */
export const BENCH_DIR = process.env.BENCH_DIR ?? join(tmpdir(), 'maktaba-bench')
const STAMP = 'seed.json'

export interface SeededData {
  dataDir: string
  terms: Terms
}

/** Opens the embedded database of a data folder, until it is closed. */
export const openData = (dataDir: string): Promise<EmbeddedDatabase> => openEmbedded({ dataDir, log: QUIET })

/** Runs `work` with a connection to the database of a data folder. */
export async function withClient<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const database = await openData(dataDir)
  const client = new Client(database.connection)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await database.close()
  }
}

/**
 * A data folder with `size` books, in BENCH_DIR or the temporary folder. Reuses a folder of the same generator and
 * migrations.
 */
export async function seededData(size: number, say: (line: string) => void): Promise<SeededData> {
  const folder = join(BENCH_DIR, String(size))
  const dataDir = join(folder, 'data')
  const stampFile = join(folder, STAMP)
  const version = versionOf(size)
  const stamp = readStamp(stampFile)
  if (stamp?.version === version && (await removeWritten(dataDir)) === size) return { dataDir, terms: stamp.terms }
  say(`Seeding ${size.toLocaleString('en')} books into ${dataDir}`)
  await forget(dataDir)
  mkdirSync(folder, { recursive: true })
  rmSync(stampFile, { force: true })
  const started = performance.now()
  const terms = await withClientOfNew(dataDir, (client) => fill(client, size))
  writeFileSync(stampFile, `${JSON.stringify({ version, terms }, null, 2)}\n`)
  say(`Seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return { dataDir, terms }
}

/** The data that another checkout has seeded under its own BENCH_DIR. */
export function seededIn(benchDir: string, size: number): SeededData {
  const folder = join(benchDir, String(size))
  const stamp = readStamp(join(folder, STAMP))
  if (!stamp) throw new Error(`${folder} has no seeded data`)
  return { dataDir: join(folder, 'data'), terms: stamp.terms }
}

function versionOf(size: number): string {
  const hash = createHash('sha256')
  const folder = join(projectRoot, 'drizzle')
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  for (const name of files.toSorted()) hash.update(readFileSync(join(folder, name)))
  return `${GENERATOR_VERSION} ${size} ${hash.digest('hex').slice(0, 16)}`
}

function readStamp(file: string): { version: string; terms: Terms } | undefined {
  const stamp = readJson<{ version: string; terms: Terms }>(file)
  return isRecord(stamp) ? stamp : undefined
}

/** Removes the books that saves and imports have added; returns the count of the others. */
export const removeWritten = (dataDir: string): Promise<number> =>
  withClient(dataDir, async (client) => {
    await client.query(`select set_config('maktaba.actor', 'none', false)`)
    const { rowCount } = await client.query('delete from book where publisher = $1', [WRITTEN_BY])
    await client.query('delete from activity')
    if (rowCount !== 0) await client.query('vacuum analyze book')
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from book')
    return rows[0]?.count ?? 0
  })

/** Removes a data folder and its cluster, which for root may be under /var/lib. */
async function forget(dataDir: string): Promise<void> {
  const { home, systemFolder } = await findClusterPaths(dataDir)
  for (const folder of [dataDir, home, systemFolder]) rmSync(folder, { recursive: true, force: true })
}

async function withClientOfNew<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const database = await openData(dataDir)
  try {
    await migrateDatabase(database.connection, (db) => seedIfEmpty(db, 'genres'))
    return await withClient(dataDir, work)
  } finally {
    await database.close()
  }
}

/** Adds `size` books and the users to an empty database that has the genres. */
async function fill(client: Client, size: number): Promise<Terms> {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '256MB'; set statement_timeout = 0`)
  // Without an actor, to avoid a million rows of activity.
  await client.query(`select set_config('maktaba.actor', 'none', false)`)
  const { rows: genres } = await client.query<{ id: string }>('select id from genre order by slug')
  // Inserting a million rows is several times faster when the indexes are built afterwards; keeps constraints.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('book'::regclass, '"user"'::regclass) and not indisunique`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await insertUsers(client)
  const collector = new TermCollector()
  const books = generateBooks()
  for (let there = 0; there < size;) {
    const batch = Array.from({ length: Math.min(BATCH, size - there) }, () => books.next().value)
    const added = new Set(await insert(client, batch, genres))
    for (const book of batch) if (added.has(book.id)) collector.add(book)
    there += added.size
  }
  await client.query('select public.merge_book_names()')
  // Vacuum does not mark rows of asynchronous commits as all-visible.
  await client.query('set synchronous_commit = on')
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum (analyze, freeze)')
  await client.query('checkpoint').catch(() => undefined)
  return collector.terms()
}

async function insertUsers(client: Client): Promise<void> {
  const users = generateUsers()
  for (let there = 0; there < USERS; there += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, USERS - there) }, () => users.next().value)
    await client.query(
      `insert into "user" (id, name, email, email_verified, onboarded_at, created_at, updated_at)
       select id, name, email, verified, case when onboarded then at end, at, at
       from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::boolean[], $6::timestamptz[])
         as given(id, name, email, verified, onboarded, at)`,
      [
        batch.map(({ id }) => id),
        batch.map(({ name }) => name),
        batch.map(({ email }) => email),
        batch.map(({ isVerified }) => isVerified),
        batch.map(({ isOnboarded }) => isOnboarded),
        batch.map(({ createdAt }) => createdAt),
      ],
    )
  }
}

/** Adds books; returns the ids of those that did not exist. */
async function insert(client: Client, batch: GeneratedBook[], genres: { id: string }[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into book (id, title, author, publisher, genre_id, created_at, updated_at,
       isbn, year, language, pages, series, volume, shelf_mark, subjects, summary)
     select id, title, author, publisher, genre_id, at, at, isbn, year, language, pages, series, volume, "shelfMark", subjects, summary
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::jsonb[])
         as given(id, title, author, publisher, genre_id, at, others),
       jsonb_to_record(others) as whole(isbn text[], year integer, language text, pages integer, series text, volume text,
         "shelfMark" text, subjects text[], summary text)
     on conflict do nothing returning id`,
    [
      batch.map(({ id }) => id),
      batch.map(({ title }) => title),
      batch.map(({ author }) => author),
      batch.map(({ publisher }) => publisher),
      batch.map(({ genre }) => genres[genre % genres.length]?.id ?? null),
      batch.map(({ createdAt }) => createdAt),
      batch.map((book) => JSON.stringify(book)),
    ],
  )
  return rows.map(({ id }) => id)
}
