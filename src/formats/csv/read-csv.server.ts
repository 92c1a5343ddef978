import { readBytes } from '../bytes.server.ts'
import { FileFault } from '../file-fault.ts'
import type { FileRow, FileShape, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import { COLUMNS_MAX } from '../limits.ts'
import { isUndecodable, readText, withoutUndecodable } from '../text/decode.server.ts'
import { unguardFormula } from './formula-guard.ts'
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

/** A text table. Its header is the first line that is not blank. */
export async function openCsv(source: FileSource, shape: FileShape, options: ReadOptions): Promise<FileTable> {
  const header = await readHeader(source, shape, options.signal)
  return { header, rows: readRows(source, shape, options, header.length) }
}

async function readHeader(source: FileSource, shape: FileShape, signal?: AbortSignal): Promise<string[]> {
  for await (const [first] of readTable(source, shape, signal ? { signal } : {})) {
    if (!first) continue
    const { cells, fault, line } = first
    if (fault || cells.some(isUndecodable)) throw new FileFault({ kind: 'header', row: line })
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > COLUMNS_MAX) throw new FileFault({ kind: 'columns', found: cells.length, limit: COLUMNS_MAX })
    return cells.map(unguardFormula)
  }
  throw new FileFault({ kind: 'empty' })
}

async function* readRows(
  source: FileSource,
  shape: FileShape,
  options: ReadOptions,
  expected: number,
): AsyncGenerator<FileRow[]> {
  let isHeader = true
  for await (const records of readTable(source, shape, options)) {
    const rows = isHeader ? records.slice(1) : records
    if (records.length > 0) isHeader = false
    yield rows.map((record) => asRow(record, expected))
  }
}

function asRow({ line: row, cells, fault }: CsvRecord, expected: number): FileRow {
  if (fault) return { row, cells: withoutUndecodable(cells), fault }
  const extra = cells.slice(expected)
  const own = cells.slice(0, expected).map(unguardFormula)
  if (own.some(isUndecodable)) return { row, cells: withoutUndecodable(own), fault: { kind: 'encoding' } }
  return cells.length < expected || extra.some((cell) => cell !== '')
    ? { row, cells: own, fault: { kind: 'columns', found: cells.length, expected } }
    : { row, cells: own }
}
