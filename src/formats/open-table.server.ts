import { openCsv } from './csv/read-csv.server.ts'
import type { FileShape, FileSource, FileTable, ReadOptions } from './file-table.ts'
import { openJsonLines } from './json-lines/read-json-lines.server.ts'
import { openMarcXml } from './marc/read-marcxml.server.ts'
import { openMarc } from './marc/read-marc.server.ts'
import { openWorkbook } from './xlsx/read-workbook.server.ts'

/**
 * A file as a table: its header, and its rows as they are asked for. `shape` comes from `inspectFile` and may have been
 * corrected by a person. Throws FileFault, also while the rows are read. Each table reads the file anew.
 */
export async function openTable(source: FileSource, shape: FileShape, options: ReadOptions = {}): Promise<FileTable> {
  switch (shape.kind) {
    case 'csv':
      return openCsv(source, shape, options)
    case 'jsonl':
      return openJsonLines(source, shape, options)
    case 'marc':
      return openMarc(source, shape, options)
    case 'marcxml':
      return openMarcXml(source, shape, options)
    case 'xlsx':
      return openWorkbook(source, shape, options)
  }
}
