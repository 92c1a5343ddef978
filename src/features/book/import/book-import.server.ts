import { problemsOf } from '#i18n/issue-message.ts'
import type { Problem } from '#i18n/problem-text.ts'
import { genreNameSchema } from '#features/genre/genre.schema.ts'
import { asPlainLine } from '#lib/text.ts'
import { AUTHOR_MAX } from '../search/book-search.schema.ts'
import { bookInputSchema } from '../book.schema.ts'
import { readCell } from './book-import-cell.server.ts'
import { makeImporter, type Candidate } from './book-import-batch.server.ts'
import type { ImportSource } from './book-import-encoding.server.ts'
import type { Refusal } from './book-import-fault.server.ts'
import { readRows, readTable, type ImportRow, type Table } from './book-import-rows.server.ts'

export interface ImportOptions {
  /** The column of a field whose name is not recognised. */
  map?: Readonly<Record<string, string>>
  /** Changes nothing and reports what would happen. */
  isDryRun?: boolean
  /** When aborted, the current batch is finished and no further one is begun. */
  signal?: AbortSignal
}

export interface ImportCounts {
  /** Rows read, without header and blank lines. */
  rows: number
  imported: number
  /** Books that the catalogue had already. */
  alreadyThere: number
  /** Invalid rows, and rows that repeat one of this file. */
  refused: number
  genresAdded: number
}

export type ImportEvent =
  | { kind: 'table'; table: Table }
  | { kind: 'checking'; bytes: number }
  | {
      kind: 'batch'
      bytes: number
      imported: number[]
      /** Imported rows whose list of authors was cut. */
      shortened: number[]
      /** Imported rows from which line breaks or direction marks were removed. */
      cleaned: number[]
      refusals: Refusal[]
      counts: ImportCounts
    }

const BATCH_ROWS = 500

/**
 * Imports books from a CSV file. The file is first read to its end: broken encoding or quotes throw ImportFault before
 * anything is changed. Then each batch is committed and reported. A second run adds nothing. Returns false when
 * `signal` stopped it.
 */
export async function importBooks(
  source: ImportSource,
  options: ImportOptions,
  report: (event: ImportEvent) => void,
): Promise<boolean> {
  const table = await readTable(source, options.map ?? {})
  for await (const _ of readRows(source, table.delimiter, (bytes) => report({ kind: 'checking', bytes }))) {
    if (options.signal?.aborted) return false
  }
  report({ kind: 'table', table })
  const importBatch = makeImporter(options.isDryRun ?? false)
  const counts: ImportCounts = { rows: 0, imported: 0, alreadyThere: 0, refused: 0, genresAdded: 0 }
  let bytes = 0
  for await (const batch of inBatches(readRows(source, table.delimiter, (read) => void (bytes = read)))) {
    if (options.signal?.aborted) return false
    const { candidates, refusals } = readBooks(batch, table)
    const result = await importBatch(candidates)
    refusals.push(...result.refusals)
    const alreadyThere = refusals.filter(({ reason }) => reason.kind === 'taken' && reason.earlierRow === null).length
    counts.rows += batch.length
    counts.imported += result.imported.length
    counts.alreadyThere += alreadyThere
    counts.refused += refusals.length - alreadyThere
    counts.genresAdded += result.genresAdded
    const done = new Set(result.imported)
    const imported = candidates.filter(({ row }) => done.has(row))
    report({
      kind: 'batch',
      bytes,
      imported: result.imported,
      shortened: imported.filter(({ isShortened }) => isShortened).map(({ row }) => row),
      cleaned: imported.filter(({ isCleaned }) => isCleaned).map(({ row }) => row),
      refusals: refusals.toSorted((a, b) => a.row - b.row),
      counts: { ...counts },
    })
  }
  return true
}

/** The rows after the header, in batches of BATCH_ROWS. */
async function* inBatches(groups: AsyncIterable<ImportRow[]>): AsyncGenerator<ImportRow[]> {
  let pending: ImportRow[] = []
  let isHeaderRead = false
  for await (const rows of groups) {
    pending = pending.concat(isHeaderRead ? rows : rows.slice(1))
    isHeaderRead ||= rows.length > 0
    let from = 0
    for (; pending.length - from >= BATCH_ROWS; from += BATCH_ROWS) yield pending.slice(from, from + BATCH_ROWS)
    pending = pending.slice(from)
  }
  if (pending.length > 0) yield pending
}

/** Splits rows into valid books and refusals. */
function readBooks(rows: ImportRow[], table: Table): { candidates: Candidate[]; refusals: Refusal[] } {
  const candidates: Candidate[] = []
  const refusals: Refusal[] = []
  for (const row of rows) {
    const read = readBook(row, table)
    if ('reason' in read) refusals.push(read)
    else candidates.push(read)
  }
  return { candidates, refusals }
}

function readBook({ row, cells }: ImportRow, { header, columns }: Table): Candidate | Refusal {
  if (cells.length !== header.length)
    return { row, reason: { kind: 'columns', found: cells.length, expected: header.length } }
  const values: Record<string, string> = {}
  let isCleaned = false
  for (const [field, index] of columns) {
    const given = cells[index]?.trim() ?? ''
    const value = asPlainLine(given)
    isCleaned ||= value !== given
    // An empty cell is left out, so that the schema's default applies.
    if (value !== '') values[field] = value
  }
  const { genre: name = '', ...texts } = values
  const isShortened = (texts.author ?? '').length > AUTHOR_MAX
  if (texts.author && isShortened) texts.author = shortenAuthors(texts.author)
  const fields = Object.entries(texts).map(([field, text]) => [field, readCell(field, text)])
  const input = bookInputSchema.safeParse(Object.fromEntries(fields))
  if (!input.success) return refusal(row, problemsOf(input.error.issues))
  if (name === '') return { row, input: input.data, genre: '', isShortened, isCleaned }
  const genre = genreNameSchema.safeParse(name)
  if (!genre.success) return refusal(row, { genre: problemsOf(genre.error.issues)[''] })
  return { row, input: input.data, genre: genre.data, isShortened, isCleaned }
}

/** A list of authors cut after a whole name, with an ellipsis: too many authors are no reason to refuse a book. */
function shortenAuthors(authors: string): string {
  const head = authors.slice(0, AUTHOR_MAX - 2)
  const end = head.search(/[,;،]\s*[^,;،]*$/)
  return end > 0 ? `${head.slice(0, end)}, …` : `${head}…`
}

/** The first problem of a row. */
function refusal(row: number, problems: Record<string, Problem | undefined>): Refusal {
  const [field, problem] = Object.entries(problems)[0] ?? []
  return { row, reason: { kind: 'field', field: field ?? '', problem: problem ?? { key: 'validation_invalid' } } }
}
