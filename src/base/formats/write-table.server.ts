import { writeCsv, writeSemicolonCsv } from '#base/csv/write-csv.ts'
import type { FileColumn, WrittenRows } from '#base/csv/written-table.ts'
import type { FileKind } from '#base/lib/file-shape.ts'
import { writeJsonLines } from './json-lines/write-json-lines.ts'
import { ownRecord } from './marc/own-record.ts'
import { writeRecords } from './marc/write-marc.server.ts'
import { writeWorkbook } from './xlsx/write-workbook.server.ts'

/**
 * Writes a table as a file while its rows arrive. `openTable` reads the same texts from it. MARC 21 and MARCXML contain
 * only the fields id, title, author, publisher and genre.
 */
export async function* writeTable(
  kind: FileKind | 'csv-semicolon',
  columns: readonly FileColumn[],
  rows: WrittenRows,
): AsyncGenerator<Buffer> {
  if (kind === 'xlsx') yield* writeWorkbook(columns, rows)
  else if (kind === 'marc' || kind === 'marcxml') yield* writeRecords(kind, ownRecords(columns, rows))
  else {
    const write = { csv: writeCsv, 'csv-semicolon': writeSemicolonCsv, jsonl: writeJsonLines }[kind]
    for await (const text of write(columns, rows)) yield Buffer.from(text)
  }
}

async function* ownRecords(columns: readonly FileColumn[], rows: WrittenRows) {
  for await (const group of rows) yield group.map((cells) => ownRecord(columns, cells))
}
