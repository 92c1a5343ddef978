import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { findImport } from '#exchange/import/import.server.ts'
import { importFile } from '#test/stage-file.ts'
import { withEmptyDatabase } from './empty-database.ts'

const USAGE = `FILES=a.mrc,b.mrc MARCJS=/tmp/m/node_modules/marcjs npm run measure -- marc-count

Counts field by field how many records of MARC 21 have a value by marcjs, a reader of others (npm install --prefix /tmp/m marcjs),
and how many of these an import brings.`

/** A field of a record as marcjs has it: tag and text, or tag, indicators, and codes and texts in turn. */
type OtherField = readonly [tag: string, text: string, ...parts: string[]]
interface Marcjs {
  Marc: { parse(raw: Buffer, type: 'iso2709'): { leader: string; fields: OtherField[] } }
}

/** By field of a book, where a record of MARC 21 may say it: tags, codes, and what a value must have. */
const SAID: Readonly<Record<string, readonly [tags: string, codes: string, what: RegExp][]>> = {
  title: [['245', 'abnp', /\S/]],
  author: [
    ['100 110 111 700 710 711', 'ab', /\p{L}/u],
    ['245', 'c', /\p{L}/u],
  ],
  publisher: [['260 264', 'b', /\p{L}/u]],
  isbn: [['020', 'a', /(\d[ -]?){9}[\dX]/i]],
  year: [
    ['260 264', 'c', /[12]\d{3}/],
    ['008', '', /^.{7}[12]\d{3}/],
  ],
  language: [
    ['041', 'a', /[a-z]{3}/],
    ['008', '', /^.{35}[a-z]{3}/],
  ],
  pages: [['300', 'a', /\d\]?\s*(p|s)\b/]],
  edition: [['250', 'a', /\S/]],
  series: [['490 830', 'a', /\S/]],
  shelfMark: [
    ['852', 'hj', /\S/],
    ['090 050 082', 'ab', /\S/],
  ],
  subjects: [['600 650 651 653', 'a', /\S/]],
  summary: [['520', 'a', /\S/]],
  genre: [['655', 'a', /\S/]],
}

const END = 0x1d
const EXAMPLES = 3

/** The records of a file, split at their ends. */
function recordsOf(file: Buffer): Buffer[] {
  const records: Buffer[] = []
  for (let start = 0, end = file.indexOf(END); end >= 0; start = end + 1, end = file.indexOf(END, start)) {
    const record = file.subarray(start, end + 1)
    records.push(
      record.subarray(
        Math.max(
          record.findIndex((byte) => byte > 0x20),
          0,
        ),
      ),
    )
  }
  return records
}

/** marcjs goes by lengths, which are wrong in many records; those of UNIMARC have other fields. */
const comparable = (raw: Buffer): boolean =>
  Number(raw.toString('latin1', 0, 5)) === raw.length && /^.{24}(.{12})*245/.test(raw.toString('latin1'))

/** The text by which a record says a field. */
function saidBy(fields: readonly OtherField[], field: string): string | undefined {
  for (const [tags, codes, what] of SAID[field] ?? [])
    for (const [tag, first, ...parts] of fields) {
      if (!tags.includes(tag)) continue
      const texts =
        codes === '' ? [first] : parts.filter((_, at) => at % 2 === 1 && codes.includes(parts[at - 1] ?? '-'))
      const found = texts.find((text) => what.test(text))
      if (found !== undefined) return `${tag} ${found}`
    }
  return undefined
}

async function compareFile({ Marc }: Marcjs, path: string): Promise<boolean> {
  const bytes = readFileSync(resolve(path))
  const { id } = await importFile(bytes)
  const { total, created, updated, unchanged, refused } = await findImport(id)
  const { rows } = await db.execute<{ row: number; input: Record<string, unknown> | null; genre: string | null }>(
    sql`select row, input, genre from book_import_row where import_id = ${id} order by at`,
  )
  const brought = new Map(rows.map((row) => [row.row, { ...row.input, ...(row.genre && { genre: row.genre }) }]))
  const read = new Set(rows.filter(({ input }) => input).map(({ row }) => row))
  const records = recordsOf(bytes).map((raw) => comparable(raw) && Marc.parse(raw, 'iso2709').fields)
  console.log(
    `\n${basename(path)}: ${total} rows = ${created} new + ${unchanged} same + ${updated} changed + ${refused} refused`,
  )
  const compared = records.flatMap((fields, at) => (fields && read.has(at + 1) ? [{ fields, row: at + 1 }] : []))
  console.log(`${records.length} records by their ends, of which ${compared.length} are compared`)
  console.log('field      said  brought  not brought  brought alone')
  for (const field of Object.keys(SAID)) {
    const said = compared.map(({ fields, row }) => ({
      row,
      text: saidBy(fields, field),
      isBrought: field in (brought.get(row) ?? {}),
    }))
    const both = said.filter(({ text, isBrought }) => text !== undefined && isBrought).length
    const lost = said.flatMap(({ row, text, isBrought }) => (text !== undefined && !isBrought ? `${row}: ${text}` : []))
    const alone = said.filter(({ text, isBrought }) => text === undefined && isBrought).length
    const count = both + lost.length
    console.log(
      [field.padEnd(10), ...[count, both, lost.length, alone].map((number) => String(number).padStart(6))].join('  '),
      lost.slice(0, EXAMPLES).join(' | '),
    )
  }
  return total === created + unchanged + updated + refused
}

/** Compares what imports bring with what another reader finds in the same files; good if no row is lost. */
export default async function measureMarcCount(): Promise<boolean> {
  const [files, marcjs] = [process.env.FILES?.split(',') ?? [], process.env.MARCJS]
  if (files.length === 0 || marcjs === undefined) {
    console.error(USAGE)
    return false
  }
  const reader: Marcjs = createRequire(import.meta.url)(resolve(marcjs))
  let isGood = true
  for (const file of files) if (!(await withEmptyDatabase(() => compareFile(reader, file)))) isGood = false
  return isGood
}
