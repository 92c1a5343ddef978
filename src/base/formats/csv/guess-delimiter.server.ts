import type { IsKnownHeader } from '../file-table.ts'
import { headerOf, knownNames } from '../header-row.ts'
import { readRecords, type CsvRecord } from './records.server.ts'
import { SEPARATOR_LINE } from './read-csv.server.ts'

const DELIMITERS = [',', ';', '\t', '|', ':'] as const
/** Rows that are compared with the header. */
const SAMPLE = 100

/**
 * Chooses the delimiter that gives the header the most known names; if equal, the one by which the most rows have as
 * many cells as the header; then the one that gives the header the most cells. `start` is the beginning of the text.
 */
export async function guessDelimiter(start: string, isKnown?: IsKnownHeader): Promise<string> {
  const [, told] = SEPARATOR_LINE.exec(/^.*\r?\n?/.exec(start)?.[0] ?? '') ?? []
  if (told) return told
  const guesses = []
  for (const delimiter of DELIMITERS) guesses.push({ delimiter, ...(await tryDelimiter(start, delimiter, isKnown)) })
  const [best] = guesses.toSorted((a, b) => b.known - a.known || b.fitting - a.fitting || b.columns - a.columns)
  return best?.delimiter ?? ','
}

async function tryDelimiter(start: string, delimiter: string, isKnown?: IsKnownHeader) {
  const records: CsvRecord[] = []
  for await (const group of readRecords(once(start), delimiter))
    records.push(...group.filter(({ cells }) => cells.some((cell) => cell !== '')))
  const header = headerOf(records, isKnown)
  const rows = header ? records.filter(({ line }) => line > header.line).slice(0, SAMPLE) : []
  const columns = header?.cells.length ?? 0
  const fitting = rows.filter(({ cells, fault }) => !fault && cells.length === columns).length
  return {
    known: knownNames(header?.cells ?? [], isKnown),
    // A header of one column fits every delimiter that the file does not have.
    fitting: columns > 1 ? (fitting + 1) / (rows.length + 1) : 0,
    columns,
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
