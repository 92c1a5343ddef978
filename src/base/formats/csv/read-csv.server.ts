import { readBytes } from '../bytes.server.ts'
import { FileFault } from '../file-fault.ts'
import type { FileRow, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { firstRows, headerOf, unnamedColumns } from '../header-row.ts'
import { COLUMNS_MAX } from '../limits.ts'
import { isUndecodable, readText } from '../text/decode.server.ts'
import { unguardFormula } from '#base/csv/formula-guard.ts'
import { readRecords, type CsvRecord } from './records.server.ts'

/** The first line by which Excel is told the delimiter. */
export const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?\n?$/i

const isBlank = ({ cells, fault }: CsvRecord): boolean => !fault && cells.every((cell) => cell === '')

/** Records without blank lines and the line that tells the delimiter; the header is the first. */
async function* readTable(source: FileSource, shape: FileShape, options: ReadOptions): AsyncGenerator<CsvRecord[]> {
  const delimiter = shape.delimiter ?? ','
  for await (const records of readRecords(readText(readBytes(source, options), shape.encoding), delimiter))
    yield records.filter((record) => !isBlank(record) && !isSeparatorLine(record, delimiter))
}

const isSeparatorLine = ({ line, cells }: CsvRecord, delimiter: string): boolean =>
  line === 1 && SEPARATOR_LINE.test(cells.join(delimiter))

/** A text table. Its header is the first line that is not blank, or one below a title, unless it has none. */
export async function openCsv(source: FileSource, shape: FileShape, options: ReadOptions): Promise<FileTable> {
  const { isKnownHeader, signal } = options
  const top = await firstRows(readTable(source, shape, signal ? { signal } : {}))
  const found = headerOf(top, isKnownHeader)
  if (!found) throw new FileFault({ kind: 'empty' })
  if (shape.hasHeader === false) {
    const header = unnamedColumns(top)
    requireFewColumns(header)
    return { header, rows: readRows(source, shape, options, { line: 0, width: header.length }) }
  }
  const { cells, fault, line } = found
  if (fault || cells.some(isUndecodable)) throw new FileFault({ kind: 'header', row: line })
  while (cells.at(-1) === '') cells.pop()
  requireFewColumns(cells)
  return { header: cells.map(unguardFormula), rows: readRows(source, shape, options, { line, width: cells.length }) }
}

function requireFewColumns({ length }: readonly string[]): void {
  if (length > COLUMNS_MAX) throw new FileFault({ kind: 'columns', found: length, limit: COLUMNS_MAX })
}

async function* readRows(
  source: FileSource,
  shape: FileShape,
  options: ReadOptions,
  header: { line: number; width: number },
): AsyncGenerator<FileRow[]> {
  for await (const records of readTable(source, shape, options))
    yield records.filter(({ line }) => line > header.line).map((record) => asRow(record, header.width))
}

function asRow({ line: row, cells, fault }: CsvRecord, expected: number): FileRow {
  if (fault) return { row, cells, fault }
  const extra = cells.slice(expected)
  const own = cells.slice(0, expected).map(unguardFormula)
  // Excel leaves out empty cells at the end of a line. A line with one cell is more likely half of a broken one.
  const isShort = cells.length < expected && cells.length < 2
  return isShort || extra.some((cell) => cell !== '')
    ? { row, cells: own, fault: { kind: 'columns', found: cells.length, expected } }
    : { row, cells: own }
}
