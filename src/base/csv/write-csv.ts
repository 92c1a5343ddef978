import type { FileColumn, WrittenRows } from './written-table.ts'
import { guardFormula } from './formula-guard.ts'

/** What is lost or misread without quotes: delimiters of any spreadsheet, quotes, line breaks, and spaces at an end. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/** Writes CSV as Excel opens it without asking: UTF-8 with a byte order mark, CRLF. No cell is a formula. */
type WriteCsv = (columns: readonly FileColumn[], rows: WrittenRows) => AsyncGenerator<string>

const writeWith = (delimiter: ',' | ';'): WriteCsv => {
  const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(delimiter)}\r\n`
  return async function* write(columns, rows) {
    yield `\uFEFF${lineOf(columns.map(({ heading }) => heading))}`
    for await (const group of rows) yield group.map(lineOf).join('')
  }
}

export const writeCsv: WriteCsv = writeWith(',')
/** For the Excel of a language with a decimal comma, which takes a semicolon for what parts the cells. */
export const writeSemicolonCsv: WriteCsv = writeWith(';')

function cellOf(text: string): string {
  const guarded = guardFormula(text)
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** A table as the bytes of a CSV file, while its rows arrive. */
export async function* csvFile(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<Buffer> {
  for await (const text of writeCsv(columns, rows)) yield Buffer.from(text)
}
