import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { knownMigrations, newestMigration, type Migration } from '../migration/migrations.server.ts'
import { BackupError } from './backup-error.server.ts'

// The file, in docs/operations.md too:
//   line of JSON: the header
//   zstd: for each table a line of JSON, the rows as PostgreSQL's COPY writes them, and a line `\.`
//   newline, line of JSON: the summary, with rows and SHA-256 of each table
//   line `sha256 <hex>`: of all bytes before this line

const FORMAT = 'maktaba-backup'
const FORMAT_VERSION = 1
const FIRST_BYTES = `{"format":"${FORMAT}"`
const LAST_LINE = /^sha256 ([0-9a-f]{64})\n$/
const LAST_LINE_BYTES = 'sha256 '.length + 64 + 1
/** The most bytes of header and summary. */
const LONGEST_LINE = 262_144

const headerSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.int(),
  /** Version of Maktaba that wrote the file. */
  maktaba: z.string(),
  postgres: z.string(),
  madeAt: z.string(),
  /** When the newest migration of the library was begun. */
  migration: z.int(),
  /** The hashes of its migrations, in the order in which they were run; earlier versions did not write them. */
  migrations: z.optional(z.array(z.string())),
  /** The library's own name, where it has one. */
  library: z.optional(z.string()),
  /** The secret of its server, sealed by the words on its sheet: see `base/auth/recovery`. */
  secret: z.optional(z.unknown()),
})
export type BackupHeader = z.infer<typeof headerSchema>

const summarySchema = z.object({
  books: z.int(),
  users: z.int(),
  /** Bytes of all rows as text. */
  bytes: z.int(),
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
})
export type BackupSummary = z.infer<typeof summarySchema>

export const headerLine = (header: Omit<BackupHeader, 'format' | 'formatVersion'>): string =>
  `${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...header })}\n`
export const summaryLine = (summary: BackupSummary): string => `\n${JSON.stringify(summary)}\n`

export interface BackupInfo {
  path: string
  size: number
  header: BackupHeader
  summary: BackupSummary
  /** The compressed rows: the first byte, and the one after the last. */
  body: { start: number; end: number }
}

/** Reads header and summary. Throws BackupError for a file that is no whole backup. */
export async function readBackupInfo(path: string): Promise<BackupInfo> {
  const handle = await openBackup(path)
  try {
    return await infoOf(handle, path)
  } finally {
    await handle.close()
  }
}

async function openBackup(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') throw new BackupError(`${path}: there is no such file`, { problem: 'missing' })
    if (code === 'EACCES') throw new BackupError(`${path}: no permission to read it`, { problem: 'unreadable' })
    throw error
  }
  throw new BackupError(`${path}: not a file`, { problem: 'missing' })
}

async function infoOf(handle: FileHandle, path: string): Promise<BackupInfo> {
  const { size } = await handle.stat()
  const name = basename(path)
  const start = await read(handle, 0, Math.min(size, LONGEST_LINE))
  const headerEnd = start.indexOf('\n') + 1
  if (!start.toString('latin1').startsWith(FIRST_BYTES))
    throw new BackupError(`${name} is no backup of Maktaba`, { problem: 'foreign' })
  const header = headerSchema.safeParse(parse(start.toString('utf8', 0, headerEnd))).data
  const tail = await read(handle, Math.max(0, size - LONGEST_LINE), Math.min(size, LONGEST_LINE))
  const last = tail.subarray(-LAST_LINE_BYTES).toString('latin1')
  if (!LAST_LINE.test(last))
    throw new BackupError(`${name} is cut off or damaged: its end is missing; take another backup`, { problem: 'cut' })
  const summaryEnd = tail.length - LAST_LINE_BYTES
  const summaryStart = tail.lastIndexOf('\n', summaryEnd - 2) + 1
  const summary = summarySchema.safeParse(parse(tail.toString('utf8', summaryStart, summaryEnd))).data
  if (header && header.formatVersion > FORMAT_VERSION) throw newer(name, header)
  if (!header || !summary) throw damaged(name)
  const end = size - tail.length + summaryStart - 1
  return { path, size, header, summary, body: { start: headerEnd, end } }
}

const damaged = (name: string): BackupError =>
  new BackupError(`${name} is damaged: its bytes are not those that were written; take another backup`, {
    problem: 'damaged',
  })

const newer = (name: string, { maktaba }: BackupHeader): BackupError =>
  new BackupError(`${name} is from a newer Maktaba (${maktaba}): update this one, then restore it`, {
    problem: 'newer',
  })

/** Reads the file once and compares its SHA-256. Throws BackupError if a byte differs. */
export async function requireWhole({ path, size }: Pick<BackupInfo, 'path' | 'size'>): Promise<void> {
  const name = basename(path)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - LAST_LINE_BYTES - 1, highWaterMark: 1 << 20 }))
    hash.update(chunk)
  const handle = await open(path)
  const last = await read(handle, size - LAST_LINE_BYTES, LAST_LINE_BYTES).finally(() => handle.close())
  if (last.toString('latin1') !== `sha256 ${hash.digest('hex')}\n`) throw damaged(name)
}

/** As `requireWhole`; throws also if this version cannot restore the file. */
export async function requireRestorable(info: BackupInfo): Promise<void> {
  await requireWhole(info)
  const { path, header } = info
  const name = basename(path)
  if (migrationsOf(header)) return
  if (header.migration > newestMigration()) throw newer(name, header)
  throw new BackupError(`${name} is from a Maktaba with other tables (${header.maktaba}): restore it with that one`, {
    problem: 'other_tables',
  })
}

/**
 * The migrations of the library of a backup, in the order in which it had run them, so that its columns have their order;
 * undefined where this version does not know one.
 */
export function migrationsOf({ migration, migrations }: BackupHeader): Migration[] | undefined {
  const known = knownMigrations()
  const last = known.findIndex(({ begunAt }) => begunAt === migration)
  if (!migrations) return last === -1 ? undefined : known.slice(0, last + 1)
  const found = migrations.flatMap((hash) => known.find((one) => one.hash === hash) ?? [])
  const newest = Math.max(0, ...found.map(({ begunAt }) => begunAt))
  return found.length === migrations.length && newest === migration ? found : undefined
}

/** The uncompressed body. */
export function readBody({ path, body }: BackupInfo): AsyncIterable<Buffer> {
  const file = createReadStream(path, { start: body.start, end: body.end - 1, highWaterMark: 1 << 18 })
  const text = createZstdDecompress({ chunkSize: 1 << 18 })
  file.once('error', (error) => text.destroy(error))
  text.once('close', () => file.destroy())
  return file.pipe(text)
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
  return buffer.subarray(0, bytesRead)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
