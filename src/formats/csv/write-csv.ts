import type { FileColumn, WrittenRows } from '../file-table.ts'
import { guardFormula } from './formula-guard.ts'

/** What is lost or misread without quotes: delimiters of any spreadsheet, quotes, line breaks, and spaces at an end. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/** CSV as Excel opens it without asking: UTF-8 with a byte order mark, commas, CRLF. Nothing in it is calculated. */
export async function* writeCsv(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns.map(({ heading }) => heading))}`
  for await (const group of rows) yield group.map(lineOf).join('')
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(text: string): string {
  const guarded = guardFormula(text)
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
