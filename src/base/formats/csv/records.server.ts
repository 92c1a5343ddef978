import { CsvError, type Options } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { RowFault } from '../file-table.ts'
import { limitRows } from '../limit-rows.ts'
import { RECORD_MAX } from '../limits.ts'

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  line: number
  cells: string[]
  fault?: RowFault
}

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22
const SPACE = 0x20
/** Bytes that are parsed at once, unless a record is longer: a megabyte of short lines is half a million records. */
const BLOCK = 65_536

const grammar = (delimiter: string) =>
  ({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    // As in spreadsheets, a quote within a cell that does not begin with one is a character like any other.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) satisfies Options

/** The records of a text, without blank lines. A record that cannot be read ends with its line. Throws FileFault. */
export const readRecords = (texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord[]> =>
  limitRows(recordsOf(texts, delimiter))

async function* recordsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord[]> {
  const reader = new RecordReader(delimiter)
  for await (const text of texts) yield* reader.read(text)
  yield* reader.read('', true)
}

/**
 * Reads what there is of a text. The parser is given blocks instead of a stream: it stops at the first bad quote, and
 * does not count delimiters towards its maximum. So a record at the end of a block waits for the next one, and after a bad
 * quote reading goes on with the next line, so that a quote that is never closed costs one row and not the rest.
 */
class RecordReader {
  readonly #grammar: ReturnType<typeof grammar>
  readonly #delimiter: string
  #waiting: Buffer[] = []
  #size = 0
  /** Bytes of the record that the last block cut. */
  #cut = 0
  #line = 1
  #records: CsvRecord[] = []
  /** Within a line that cannot be read and whose end was not found yet. */
  #isSkipping = false

  constructor(delimiter: string) {
    this.#grammar = grammar(delimiter)
    this.#delimiter = delimiter
  }

  *read(text: string, isLast = false): Generator<CsvRecord[]> {
    const added = Buffer.from(text)
    this.#waiting.push(added)
    this.#size += added.length
    // A record that was cut is read again only when there is twice as much, whatever the size of pieces.
    if (!isLast && this.#size < this.#cut * 2 && this.#size <= RECORD_MAX) return
    let rest: Buffer = Buffer.concat(this.#waiting)
    let size = BLOCK
    for (;;) {
      if (this.#isSkipping) rest = this.#skipLine(rest, isLast)
      rest = this.#skipBlankLines(rest, isLast)
      if (rest.length === 0) break
      const block = rest.subarray(0, size)
      const isWhole = block.length === rest.length
      const read = block.length - this.#readBlock(block, isLast && isWhole).length
      if (read === 0 && isWhole) break
      rest = rest.subarray(read)
      size = read === 0 ? size * 2 : BLOCK
      yield this.#records
      this.#records = []
    }
    this.#waiting = [rest]
    this.#size = rest.length
    this.#cut = rest.length
  }

  /** Returns the bytes that are left. They are all of them if more are needed. */
  #readBlock(block: Buffer, isLast: boolean): Buffer {
    const ends: number[] = []
    const found: string[][] = []
    let problem: CsvError | undefined
    try {
      parse(block, {
        ...this.#grammar,
        on_record: (cells: string[], { bytes }) => {
          found.push(cells)
          ends.push(bytes)
          return null
        },
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      problem = error
    }
    // What reaches to the end of the block may go on in the next one.
    if (!problem && !isLast && ends.at(-1) === block.length) {
      found.pop()
      ends.pop()
    }
    let start = 0
    for (const [index, cells] of found.entries()) {
      const end = ends[index] ?? start
      const { before, all } = linesOf(block.subarray(start, end))
      this.#records.push({ line: this.#line + before, cells })
      this.#line += all
      start = end
    }
    const rest = start === 0 ? block : block.subarray(start)
    const isOpen = problem?.code === 'CSV_QUOTE_NOT_CLOSED'
    if (rest.length > RECORD_MAX && (isOpen || !problem)) return this.#refuse(rest, isLast, isOpen)
    if (!problem || (isOpen && !isLast)) return isLast ? Buffer.alloc(0) : rest
    return this.#refuse(rest, isLast, isOpen)
  }

  #refuse(rest: Buffer, isLast: boolean, isOpen: boolean): Buffer {
    const end = endOfLine(rest, isLast)
    const line = end === undefined ? rest : rest.subarray(0, end)
    const text = line.length > RECORD_MAX ? '' : line.toString().replace(/[\r\n]+$/, '')
    if (line.length > RECORD_MAX)
      this.#records.push({ line: this.#line, cells: [], fault: { kind: 'too-long', limit: RECORD_MAX } })
    // Where tabs delimit, many programs write quotes as they are.
    else if (this.#delimiter === '\t')
      this.#records.push({ line: this.#line, cells: text.split('\t').map((cell) => cell.trim()) })
    else
      this.#records.push({
        line: this.#line,
        cells: [text],
        fault: { kind: isOpen ? 'quote-open' : 'quote-followed' },
      })
    return this.#skipLine(rest, isLast)
  }

  /** Skips line ends before a record: many of them would take the parser long. */
  #skipBlankLines(rest: Buffer, isLast: boolean): Buffer {
    let at = 0
    // A CR at the end may be the first half of a CRLF.
    const end = isLast ? rest.length : rest.length - 1
    for (; rest[at] === LF || (rest[at] === CR && at < end); at++)
      if (rest[at] === LF || rest[at + 1] !== LF) this.#line += 1
    return rest.subarray(at)
  }

  #skipLine(rest: Buffer, isLast: boolean): Buffer {
    const end = endOfLine(rest, isLast)
    this.#isSkipping = end === undefined
    if (end !== undefined) this.#line += 1
    return rest.subarray(end ?? rest.length)
  }
}

/** Where the next line begins. A CR at the end of a block may be the first half of a CRLF. */
function endOfLine(bytes: Buffer, isLast: boolean): number | undefined {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF) return at + 1
    if (bytes[at] === CR && (isLast || at + 1 < bytes.length)) return bytes[at + 1] === LF ? at + 2 : at + 1
  }
  return undefined
}

/** Line breaks in the bytes of a record: of the blank lines before it, and all of them. */
function linesOf(record: Buffer): { before: number; all: number } {
  if ((record[0] ?? 0) > SPACE && !record.includes(QUOTE)) return { before: 0, all: 1 }
  let [before, all] = [0, 0]
  let isBefore = true
  for (let at = 0; at < record.length; at++) {
    const byte = record[at] ?? 0
    // A control character is a cell.
    if (byte !== SPACE && (byte < TAB || byte > CR)) isBefore = false
    if (byte !== LF && (byte !== CR || record[at + 1] === LF)) continue
    all += 1
    if (isBefore) before += 1
  }
  return { before, all }
}
