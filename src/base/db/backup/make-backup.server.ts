import { createHash, randomBytes, type Hash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { escapeIdentifier, type Client, type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { now } from '#base/lib/clock.ts'
import type { Connection } from '../connection/client.server.ts'
import { appliedMigrations } from '../migration/migrations.server.ts'
import { withOwnClient } from '../connection/own-client.server.ts'
import { BackupError } from './backup-error.server.ts'
import { headerLine, summaryLine, type BackupHeader, type BackupSummary } from './backup-file.server.ts'
import { copyOut, libraryTables, TEXT_SETTINGS, type LibraryTable } from './library-tables.server.ts'

interface BackupOptions {
  /** Called with the share that is done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Writes the library as it is now to `file`, mode 0600, replacing one of that name once the backup is whole and on the
 * disk. Others go on writing meanwhile. Throws BackupError for a disk that is full or cannot be written to.
 */
export async function makeBackup(
  connection: Connection,
  file: string,
  options: BackupOptions = {},
): Promise<BackupSummary> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  let handle: FileHandle | undefined
  try {
    // Fails rather than follow a link or write to a file that is there.
    handle = await open(part, 'wx', 0o600)
    const summary = await writeSnapshot(connection, handle, options)
    await handle.sync()
    await handle.close()
    await rename(part, file)
    await syncFolder(dirname(file))
    return summary
  } catch (error) {
    await handle?.close().catch(() => undefined)
    await rm(part, { force: true })
    throw refusalOf(file, error)
  }
}

const writeSnapshot = (connection: Connection, handle: FileHandle, options: BackupOptions): Promise<BackupSummary> =>
  // The end of the connection ends the transaction too.
  withOwnClient(connection, 'maktaba backup', async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${TEXT_SETTINGS}`)
    const file = new HashedFile(handle)
    const { rows } = await client.query<{ postgres: string }>("select current_setting('server_version') as postgres")
    const migrations = await appliedMigrations(client)
    const header = {
      maktaba: buildInfo().release,
      postgres: rows[0]?.postgres ?? '',
      madeAt: now().toISOString(),
      migration: Math.max(0, ...migrations.map(({ begunAt }) => begunAt)),
      migrations: migrations.map(({ hash }) => hash),
      ...(await readKeepsakes(client)),
    }
    await file.write(headerLine(header))
    const summary: BackupSummary = { books: 0, users: 0, bytes: 0, tables: {} }
    await pipeline(
      Readable.from(readTables(client, summary, options), { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await file.write(chunk)
      },
      options.signal ? { signal: options.signal } : {},
    )
    summary.books = summary.tables.book?.rows ?? 0
    summary.users = summary.tables.user?.rows ?? 0
    await file.write(summaryLine(summary))
    await file.write(`sha256 ${file.digest()}\n`)
    return summary
  })

/** What is told of the library before it is restored; nothing of one from before there was such a table. */
async function readKeepsakes(client: ClientBase): Promise<Pick<BackupHeader, 'library' | 'secret'>> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (
      select from pg_attribute where attrelid = to_regclass('public.recovery') and attname = 'sealed_secret'
    ) as found`,
  )
  if (!rows[0]?.found) return {}
  const kept = await client.query<{ library: string | null; secret: unknown }>(
    `select (select name from public.library_setting) as library, (select sealed_secret from public.recovery) as secret`,
  )
  const { library = null, secret = null } = kept.rows[0] ?? {}
  return { ...(library !== null && { library }), ...(secret !== null && { secret }) }
}

/** The uncompressed body: each table with its rows. Fills `summary`. */
async function* readTables(
  client: Client,
  summary: BackupSummary,
  { onProgress }: BackupOptions,
): AsyncGenerator<Buffer> {
  const tables = (await libraryTables(client)).filter(({ isOmitted }) => !isOmitted)
  const expected = await storedBytes(client, tables)
  for (const table of tables) {
    const { name, columns } = table
    yield Buffer.from(`${JSON.stringify({ table: name, columns, sequences: await lastValues(client, table) })}\n`)
    const hash = createHash('sha256')
    const rows = client.query(copyTo(copyOut(table), { highWaterMark: 1 << 18 }))
    for await (const chunk of bytesOf(rows)) {
      hash.update(chunk)
      summary.bytes += chunk.length
      onProgress?.(Math.min(0.99, summary.bytes / expected))
      yield chunk
    }
    yield Buffer.from('\\.\n')
    // The number of rows comes after the last one, at the latest before the answer to another query.
    await client.query('select')
    summary.tables[name] = { rows: rows.rowCount, sha256: hash.digest('hex') }
  }
}

/** Types a stream of COPY, which gives Buffers. */
const bytesOf = (rows: Readable): AsyncIterable<Buffer> => rows

/** Roughly the bytes of the rows as text, for the progress. */
async function storedBytes(client: ClientBase, tables: readonly LibraryTable[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select sum(pg_table_size(format('public.%I', name)::regclass)) as bytes from unnest($1::text[]) as name",
    [tables.map(({ name }) => name)],
  )
  return Math.max(1, Number(rows[0]?.bytes ?? 0))
}

async function lastValues(client: ClientBase, { sequences }: LibraryTable): Promise<Record<string, number>> {
  const values: Record<string, number> = {}
  for (const [column, sequence] of Object.entries(sequences)) {
    const path = sequence.split('.').map((part) => escapeIdentifier(part.replaceAll('"', '')))
    const { rows } = await client.query<{ last: string | null }>(
      `select case when is_called then last_value end as last from ${path.join('.')}`,
    )
    values[column] = Number(rows[0]?.last ?? 0)
  }
  return values
}

/** A file that is written from its start, with the SHA-256 of what was written. */
class HashedFile {
  readonly #handle: FileHandle
  readonly #hash: Hash = createHash('sha256')

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  async write(bytes: string | Buffer): Promise<void> {
    const buffer = Buffer.from(bytes)
    this.#hash.update(buffer)
    for (let at = 0; at < buffer.length;) at += (await this.#handle.write(buffer, at)).bytesWritten
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** Makes a rename outlast a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

function refusalOf(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && 'syscall' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`There is no room for the backup ${file}: make room on its disk`, { problem: 'no_room' })
  if (code === 'EROFS') return new BackupError(`The backup ${file} cannot be written: its disk is read-only`)
  if (code === 'EACCES' || code === 'EPERM')
    return new BackupError(`The backup ${file} cannot be written: no permission in its folder`)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new BackupError(`The backup ${file} cannot be written: there is no folder ${dirname(file)}`)
  if (code === 'EISDIR') return new BackupError(`The backup ${file} cannot be written: it is a folder`)
  return error
}
