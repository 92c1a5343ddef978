import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier, type Client, type ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import * as z from 'zod/mini'
import { applyMigrations } from '../migration/migrations.server.ts'
import { BackupError } from './backup-error.server.ts'
import { migrationsOf, readBody, type BackupInfo } from './backup-file.server.ts'
import { copyOut, dropLibrary, libraryTables, TEXT_SETTINGS, type LibraryTable } from './library-tables.server.ts'
import { SectionReader } from './section-reader.server.ts'

interface RestoreOptions {
  /** Called with the share that is done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

const sectionSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  sequences: z.record(z.string(), z.int()),
})
type Section = z.infer<typeof sectionSchema>

/**
 * Replaces the library by that of a backup: creates its tables as they were then, fills them, reads them back and
 * compares, and runs the later migrations. To be called in a transaction, which a failure rolls back. Throws
 * BackupError if the rows are not those of the backup.
 */
export async function restoreBackup(client: Client, backup: BackupInfo, options: RestoreOptions = {}): Promise<void> {
  await client.query(`${TEXT_SETTINGS}; set local maintenance_work_mem = '256MB'`)
  await dropLibrary(client)
  await applyMigrations(client, migrationsOf(backup.header))
  const tables = await libraryTables(client)
  const included = tables.filter(({ isOmitted }) => !isOmitted)
  requireSameTables(backup, included)
  const rebuild = await layAside(client, tables)
  await fill(client, backup, included, options)
  await rebuild()
  await compare(client, backup, included)
  await applyMigrations(client)
}

const damaged = (backup: BackupInfo, why: string): BackupError =>
  new BackupError(`${basename(backup.path)} is damaged: ${why}; take another backup`, { problem: 'damaged' })

function requireSameTables(backup: BackupInfo, tables: readonly LibraryTable[]): void {
  const expected = tables.map(({ name }) => name).toSorted()
  if (Object.keys(backup.summary.tables).toSorted().join() !== expected.join())
    throw new BackupError(
      `${basename(backup.path)} has other tables than Maktaba ${backup.header.maktaba} had: it was made by a changed one`,
      { problem: 'other_tables' },
    )
}

/**
 * Empties the tables and takes off what would slow down filling them, or record it as changes: triggers, foreign keys
 * and indexes. Returns the function that puts all back. The owner of the tables may do so, without being superuser.
 */
async function layAside(client: ClientBase, tables: readonly LibraryTable[]): Promise<() => Promise<void>> {
  // As a library of the very first migration.
  if (tables.length === 0) return async () => undefined
  const names = tables.map(({ name }) => escapeIdentifier(name))
  const parameters = [tables.map(({ name }) => `public.${escapeIdentifier(name)}`)]
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[]) order by 1, 2`,
    parameters,
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1`,
    parameters,
  )
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Migrations add rows of their own.
  await client.query(`truncate ${names.join(', ')}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  }
}

async function fill(
  client: Client,
  backup: BackupInfo,
  tables: readonly LibraryTable[],
  { onProgress }: RestoreOptions,
): Promise<void> {
  const reader = new SectionReader(readBody(backup))
  const missing = new Map(tables.map((table) => [table.name, table]))
  let bytes = 0
  const count = (size: number) => onProgress?.(Math.min(0.99, (bytes += size) / (backup.summary.bytes || 1) / 2))
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const section = sectionOf(line)
    const table = section && missing.get(section.table)
    if (!section || !table || section.columns.join() !== table.columns.join())
      throw damaged(backup, 'its tables are not those of its version')
    missing.delete(table.name)
    await fillTable(client, backup, table, reader, count)
    await setSequences(client, table, section)
  }
  if (missing.size > 0) throw damaged(backup, 'a table is missing')
}

async function fillTable(
  client: Client,
  backup: BackupInfo,
  { name, columns }: LibraryTable,
  reader: SectionReader,
  count: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256')
  const list = columns.map(escapeIdentifier).join(', ')
  // Frozen rows need no later vacuum: the table was created in this transaction.
  const table = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${list}) from stdin with (freeze)`))
  async function* rows() {
    for await (const chunk of reader.rows()) {
      hash.update(chunk)
      count(chunk.length)
      yield chunk
    }
  }
  await pipeline(Readable.from(rows(), { objectMode: false }), table)
  const expected = backup.summary.tables[name]
  if (table.rowCount !== expected?.rows || hash.digest('hex') !== expected.sha256)
    throw damaged(backup, `the rows of ${name} are not those that were written`)
}

function sectionOf(line: string): Section | undefined {
  try {
    return sectionSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** A sequence goes on after its last number, of which the row may have been deleted. */
async function setSequences(client: ClientBase, table: LibraryTable, section: Section): Promise<void> {
  for (const [column, sequence] of Object.entries(table.sequences)) {
    const largest = `(select max(${escapeIdentifier(column)}) from ${escapeIdentifier(table.name)})`
    await client.query(`select setval($1::regclass, n, true) from greatest($2::bigint, ${largest}) as n where n > 0`, [
      sequence,
      section.sequences[column] ?? 0,
    ])
  }
}

/** Reads the filled tables as a backup does. Throws BackupError if a table differs from the backup. */
async function compare(client: Client, backup: BackupInfo, tables: readonly LibraryTable[]): Promise<void> {
  for (const table of tables) {
    const hash = createHash('sha256')
    const rows = client.query(copyTo(copyOut(table), { highWaterMark: 1 << 18 }))
    await pipeline(rows, hash)
    // The number of rows comes after the last one, at the latest before the answer to another query.
    await client.query('select')
    const expected = backup.summary.tables[table.name]
    if (rows.rowCount !== expected?.rows || hash.read().toString('hex') !== expected.sha256)
      throw new BackupError(
        `${basename(backup.path)}: the restored rows of ${table.name} are not those of the backup; nothing was changed`,
        { problem: 'damaged' },
      )
  }
}
