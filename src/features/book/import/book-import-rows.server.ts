import { finished } from 'node:stream/promises'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { findColumns, requireColumns } from './book-import-columns.server.ts'
import { readUtf8, type ImportSource } from './book-import-encoding.server.ts'
import { ImportFault } from './book-import-fault.server.ts'
import { foreignFormat } from './book-import-format.server.ts'

export interface ImportRow {
  /** The line of the file on which the row begins, from 1. */
  row: number
  cells: string[]
}

export interface Table {
  delimiter: string
  header: string[]
  /** Column index by field. */
  columns: ReadonlyMap<string, number>
}

const DELIMITERS = [',', ';', '\t'] as const
/** Maximum characters of a row. A longer one means an unclosed quote, or a file that is not a table. */
export const ROW_MAX = 1_000_000
const HEAD_BYTES = 65_536
const BREAK = /\r\n|\n|\r/g

const grammar = (delimiter: string) =>
  ({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    relax_column_count: true,
    max_record_size: ROW_MAX,
  }) satisfies Options

/** The rows of a file in groups, header first, without blank lines. Throws ImportFault. */
export async function* readRows(
  source: ImportSource,
  delimiter: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<ImportRow[]> {
  let rows: ImportRow[] = []
  let next = 1
  const parser = parse({
    ...grammar(delimiter),
    // The parser counts a CRLF within quotes as two lines, so lines are counted here.
    on_record: (cells: string[]) => {
      if (cells.length > 1 || cells[0] !== '') rows.push({ row: next, cells })
      next += 1 + breaksIn(cells)
      return null
    },
  })
  const done = finished(parser.resume())
  done.catch(() => undefined)
  const takeRows = () => {
    const taken = rows
    rows = []
    return taken
  }
  try {
    for await (const chunk of readUtf8(source, onBytes)) {
      await new Promise<void>((resolve, reject) => parser.write(chunk, (error) => (error ? reject(error) : resolve())))
      yield takeRows()
    }
    parser.end()
    await done
    yield takeRows()
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, next) : error
  } finally {
    parser.destroy()
  }
}

const breaksIn = (cells: string[]): number => cells.reduce((sum, cell) => sum + (cell.match(BREAK)?.length ?? 0), 0)

function faultOf(error: CsvError, row: number): ImportFault {
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new ImportFault({ kind: 'too-long', row })
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new ImportFault({ kind: 'quote-open', row })
  return new ImportFault({ kind: error.code === 'INVALID_OPENING_QUOTE' ? 'quote-inside' : 'quote-followed', row })
}

/**
 * Finds delimiter, header and columns: the delimiter (comma, semicolon or tab) with which the header has the most known
 * columns, then the most columns. Throws ImportFault.
 */
export async function readTable(source: ImportSource, map: Readonly<Record<string, string>>): Promise<Table> {
  const format = await foreignFormat(source)
  if (format) throw new ImportFault({ kind: 'format', format })
  const head = await readHead(source)
  const tables: Table[] = []
  let failure: unknown
  for (const delimiter of DELIMITERS) {
    try {
      const [header] = parseAtOnce(head, { ...grammar(delimiter), skip_empty_lines: true, to: 1 })
      if (header) tables.push({ delimiter, header, columns: findColumns(header, map) })
    } catch (error) {
      failure ??= error instanceof CsvError ? faultOf(error, 1 + leadingBreaks(head)) : error
    }
  }
  const [best] = tables.toSorted((a, b) => b.columns.size - a.columns.size || b.header.length - a.header.length)
  if (!best) throw failure ?? new ImportFault({ kind: 'empty' })
  // In UTF-16 text every other byte is NUL.
  if (best.header.some((name) => name.includes('\0'))) throw new ImportFault({ kind: 'utf16' })
  requireColumns(best.columns, best.header, map)
  return best
}

const leadingBreaks = (head: Buffer): number => /^\s*/.exec(head.toString())?.[0].match(BREAK)?.length ?? 0

async function readHead(source: ImportSource): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readUtf8(source)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks)
}
