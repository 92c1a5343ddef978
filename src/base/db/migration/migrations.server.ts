import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import * as z from 'zod/mini'
import { lazy } from '#base/lib/lazy.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'

/** `hash` (SHA-256 of the file) says which migration it is, here and in databases; `tag` is the file's name. */
export interface Migration extends Pick<MigrationMeta, 'hash' | 'sql'> {
  tag: string
  /** When it was begun, in milliseconds. */
  begunAt: number
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string() })) })

/** The migrations of a folder, in the order of its journal; none where there is no such folder. */
export function readMigrations(folder: string): Migration[] {
  const journal = join(folder, 'meta', '_journal.json')
  if (!existsSync(journal)) return []
  const { entries } = journalSchema.parse(JSON.parse(readFileSync(journal, 'utf8')))
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, sql, folderMillis }, index) => ({
    hash,
    sql,
    tag: entries[index]?.tag ?? '',
    begunAt: folderMillis,
  }))
}

const drizzleFolder = join(projectRoot, 'drizzle')
const ofMaktaba = lazy(() => readMigrations(drizzleFolder))

/** The migrations of this version: those of Maktaba, then those of the product that is built on it (decision 77). */
export const knownMigrations = lazy((): Migration[] => [...ofMaktaba(), ...readMigrations(join(drizzleFolder, 'own'))])

/** When the newest migration of Maktaba was begun: what a database has beyond it is of a newer version. */
export const newestMigration = (): number => ofMaktaba().at(-1)?.begunAt ?? 0

interface Applied {
  hash: string
  begunAt: number
}

/** The migrations that a database has, in the order in which they were run; none for an empty one. */
export async function appliedMigrations(client: ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  )
  if (!rows[0]?.found) return []
  const applied = await client.query<{ hash: string; at: string }>(
    'select hash, created_at as at from drizzle.__drizzle_migrations order by id',
  )
  return applied.rows.map(({ hash, at }) => ({ hash, begunAt: Number(at) }))
}

/** What a database has of the migrations of this version. */
export interface MigrationState {
  isEmpty: boolean
  /** Whether the database has a migration that this version does not know, begun after the newest of this version. */
  isNewer: boolean
  /** The migrations of this version that the database lacks, in their order. */
  missing: Migration[]
}

/**
 * Reads how a database stands to this version. A migration is known by its hash, never by its time: of two that were begun
 * side by side the one that lands later may be the older one (drizzle-orm's own function skips it in silence).
 */
export async function migrationState(client: ClientBase): Promise<MigrationState> {
  const applied = await appliedMigrations(client)
  const known = knownMigrations()
  const hashes = new Set(known.map(({ hash }) => hash))
  const done = new Set(applied.map(({ hash }) => hash))
  return {
    isEmpty: applied.length === 0,
    isNewer: applied.some(({ hash, begunAt }) => !hashes.has(hash) && begunAt > newestMigration()),
    missing: known.filter(({ hash }) => !done.has(hash)),
  }
}

/**
 * Runs those of `migrations` that the database does not have, in their order. Drizzle's own function begins a transaction of
 * its own; tables and rows are the same. To be called in a transaction.
 */
export async function applyMigrations(
  client: ClientBase,
  migrations: readonly Migration[] = knownMigrations(),
): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const done = new Set((await appliedMigrations(client)).map(({ hash }) => hash))
  for (const { hash, sql, begunAt } of migrations) {
    if (done.has(hash)) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, begunAt])
  }
}

/** Runs `work` in a transaction that ends with it, or is rolled back when it throws. */
export async function asTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // A rollback also fails where the connection was what failed.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
