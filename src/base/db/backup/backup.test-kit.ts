import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { makeBackup } from './make-backup.server.ts'
import { restoreLibrary } from './restore-library.server.ts'

const SUM_BYTES = 'sha256 \n'.length + 64

/** A folder for the files of a test file. */
export function useFolder(): { path: (name: string) => string } {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maktaba-backup-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  return { path: (name) => join(folder, name) }
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const backUp = (url: string, file: string) => makeBackup({ connectionString: url }, file)

export const restore = (url: string, file: string, dataDir: string, isReplacing = false) =>
  restoreLibrary({ connection: { connectionString: url }, file, isReplacing, dataDir })

/** Rows and checksum of each table of a database, apart from the security log, which a restore adds to. */
export async function contentOf(url: string, file: string) {
  const { security_event: _, ...tables } = (await backUp(url, file)).tables
  return tables
}

interface Parts {
  header: Record<string, unknown>
  body: Buffer
  summary: { tables: Record<string, { rows: number; sha256: string }> }
}

/** Changes the parts of a backup and gives it the SHA-256 that belongs to them, as somebody who forges one would. */
export async function forge(file: string, to: string, change: (parts: Parts) => void): Promise<string> {
  const bytes = await readFile(file)
  const headerEnd = bytes.indexOf('\n')
  const summaryEnd = bytes.length - SUM_BYTES
  const summaryStart = bytes.lastIndexOf('\n', summaryEnd - 2) + 1
  const parts = {
    header: JSON.parse(bytes.toString('utf8', 0, headerEnd)),
    body: bytes.subarray(headerEnd + 1, summaryStart - 1),
    summary: JSON.parse(bytes.toString('utf8', summaryStart, summaryEnd)),
  }
  change(parts)
  const whole = Buffer.concat([
    Buffer.from(`${JSON.stringify(parts.header)}\n`),
    parts.body,
    Buffer.from(`\n${JSON.stringify(parts.summary)}\n`),
  ])
  const sum = createHash('sha256').update(whole).digest('hex')
  await writeFile(to, Buffer.concat([whole, Buffer.from(`sha256 ${sum}\n`)]))
  return to
}

const ODD = [
  '',
  ' ',
  '\\',
  '\\.',
  '\\N',
  '\t',
  '\n\\.\n',
  '\r\n',
  '"',
  "'; drop table book; --",
  '{}',
  '𝕄كتبة 📚',
  '\u0001\u001f',
  'é',
  'e\u0301',
  '\u202eabc',
  'ß'.repeat(3),
]

interface Column {
  name: string
  type: string
  isNullable: boolean
  parent: { table: string; column: string } | null
}

const COLUMNS = `
  select c.relname as table, json_agg(json_build_object(
    'name', a.attname, 'type', format_type(a.atttypid, null), 'isNullable', not a.attnotnull,
    'parent', case when k.oid is not null then json_build_object('table', k.confrelid::regclass::text, 'column',
      (select attname from pg_attribute p where p.attrelid = k.confrelid and p.attnum = k.confkey[1])) end
    ) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`

/** Values that a check allows, where not every value is. */
const ALLOWED: Record<string, (at: number) => unknown> = {
  'activity.actor_kind': () => 'operator',
  'genre.hue': (at) => at % 360,
  'borrower_group.kind': () => 'staff',
  'borrower_group.reminders': () => 'letter',
  'reminder_mail.state': () => 'sent',
  'closed_weekday.weekday': (at) => (at % 7) + 1,
  'stocktake_scan.ignored': () => 'once',
  'copy.condition': () => 'lost',
  'backup_copy.id': () => true,
  'believed_clock.id': () => true,
  'library_setting.id': () => true,
  'recovery.id': () => true,
  // A loan that has forgotten its borrower was returned.
  'loan.returned_at': () => '2026-01-01 00:00:00+02',
  'loan.lost_at': () => '2026-01-01 00:00:00+02',
  'loan.settled_as': (at) => (at % 3 === 0 ? null : 'paid'),
  'loan.settled_at': (at) => (at % 3 === 0 ? null : '2026-01-01 00:00:00+02'),
  'duplicate_run.id': () => 1,
  'duplicate.a': (at) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  'duplicate.b': (at) => `10000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
}

function oddValue(table: string, { name, type, isNullable, parent }: Column, at: number): unknown {
  const allowed = ALLOWED[`${table}.${name}`]
  if (allowed) return allowed(at)
  if (isNullable && at % 3 === 0) return null
  // Different in each row, for unique constraints; the same as that of the row to which it leads.
  const text = `${ODD[at % ODD.length]}${at}${parent?.column ?? name}`
  if (type === 'text') return text
  if (type === 'uuid') return `20000000-0000-7000-8000-${String(at).padStart(12, '0')}`
  if (type === 'jsonb') return JSON.stringify({ [text]: [text, at, null, 1e300, -0.1], '': {} })
  if (type === 'bytea') return createHash('sha256').update(text).digest()
  if (type === 'boolean') return at % 2 === 0
  if (type === 'text[]') return [text, '', 'NULL', '{a,b}']
  if (type === 'uuid[]') return ['20000000-0000-7000-8000-000000000001']
  if (type === 'integer[]') return [-1, at]
  if (type === 'real') return [0.1, 1e-30, 123456.7][at % 3]
  if (type === 'integer' || type === 'bigint') return at + 1
  if (type.startsWith('timestamp')) return `2026-01-01 00:00:00.${String(at + 1).padStart(6, '0')}+02`
  if (type === 'date') return `${1000 + at * 200}-02-28`
  throw new Error(`${table}.${name}: no odd values of ${type}`)
}

/** Adds odd rows to every table, as a superuser, without triggers. Returns the names of all tables. */
export async function fillEveryTable(adminUrl: string, rows = 40): Promise<string[]> {
  return withClient(adminUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    const tables = (await client.query<{ table: string; columns: Column[] }>(COLUMNS)).rows
    for (const { table, columns } of tables) {
      const names = columns.map(({ name }) => client.escapeIdentifier(name)).join(', ')
      const marks = columns.map((_, at) => `$${at + 1}`).join(', ')
      for (let at = 0; at < rows; at++) {
        // Foreign keys point to the row of the same number.
        const values = columns.map((column) => oddValue(table, column, at))
        await client.query(
          `insert into ${client.escapeIdentifier(table)} (${names}) overriding system value values (${marks}) on conflict do nothing`,
          values,
        )
      }
    }
    return tables.map(({ table }) => table)
  })
}
