import { openCsv } from './csv/read-csv.server.ts'
import type { FileRow, FileSource, FileTable, ReadOptions } from './file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { openJsonLines } from './json-lines/read-json-lines.server.ts'
import { limitRows } from './limit-rows.ts'
import { GROUP_ROWS, HEADING_MAX } from './limits.ts'
import { openMarcXml } from './marc/read-marcxml.server.ts'
import { decodedRow } from './text/decode.server.ts'
import { cutText, storedText } from './text/stored-text.ts'
import { openWorkbook } from './xlsx/read-workbook.server.ts'

/**
 * A file as a table: its header, and its rows as they are asked for. `shape` comes from `inspectFile` and may have been
 * corrected by a person. Throws FileFault, also while the rows are read. Each table reads the file anew.
 */
export async function openTable(source: FileSource, shape: FileShape, options: ReadOptions = {}): Promise<FileTable> {
  const { header, rows } = await openKind(source, shape, options)
  return {
    header: header.map((name) => cutText(storedText(name), HEADING_MAX)),
    rows: finishedRows(rows),
  }
}

async function openKind(source: FileSource, shape: FileShape, options: ReadOptions): Promise<FileTable> {
  switch (shape.kind) {
    case 'csv':
      return openCsv(source, shape, options)
    case 'jsonl':
      return openJsonLines(source, shape, options)
    case 'marc':
      // Loaded for a MARC file alone: its tables of characters take two megabytes of memory.
      return (await import('./marc/read-marc.server.ts')).openMarc(source, shape, options)
    case 'marcxml':
      return openMarcXml(source, shape, options)
    case 'xlsx':
      return openWorkbook(source, shape, options)
  }
}

/** The rows of a reader in small groups, as they can be stored. */
async function* finishedRows(groups: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  for await (const group of limitRows(groups))
    for (let at = 0; at < group.length; at += GROUP_ROWS) yield group.slice(at, at + GROUP_ROWS).map(finishedRow)
}

function finishedRow({ row, cells: given, fault, ...rest }: FileRow): FileRow {
  const finished = decodedRow(
    row,
    given.map((text) => cutText(storedText(text))),
  )
  return fault ? { row, cells: finished.cells, fault } : { ...rest, ...finished }
}
