import { join } from 'node:path'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { lazy } from '#lib/lazy.ts'
import { projectRoot } from '#lib/project-root.server.ts'

/** The migrations of this version, the oldest first. `folderMillis` is what identifies one, here and in databases. */
export const knownMigrations = lazy((): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: join(projectRoot, 'drizzle') }),
)

/** The newest migration of this version. */
export const newestMigration = (): number => knownMigrations().at(-1)?.folderMillis ?? 0

/** The newest migration of a database, 0 for one without any. */
export async function appliedMigration(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  )
  if (!rows[0]?.found) return 0
  const last = await client.query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  )
  return Number(last.rows[0]?.at ?? 0)
}

/**
 * Runs the migrations that are newer than the database's newest, up to and including `upTo`. Drizzle's own function
 * cannot stop at one, and begins a transaction of its own; tables and rows are the same. To be called in a transaction.
 */
export async function applyMigrations(client: ClientBase, upTo = newestMigration()): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const applied = await appliedMigration(client)
  for (const { folderMillis, sql, hash } of knownMigrations()) {
    if (folderMillis <= applied || folderMillis > upTo) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
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
    // The connection may be what failed.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
