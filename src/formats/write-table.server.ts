import { writeCsv, writeSemicolonCsv } from './csv/write-csv.ts'
import type { FileColumn, FileKind, WrittenRows } from './file-table.ts'
import { writeJsonLines } from './json-lines/write-json-lines.ts'
import { writeMarc, writeMarcXml } from './marc/write-marc.server.ts'
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
  else if (kind === 'marc') yield* writeMarc(columns, rows)
  else {
    const write = { csv: writeCsv, 'csv-semicolon': writeSemicolonCsv, jsonl: writeJsonLines, marcxml: writeMarcXml }[
      kind
    ]
    for await (const text of write(columns, rows)) yield Buffer.from(text)
  }
}
