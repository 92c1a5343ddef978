import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { bookImport, bookImportRow, type ImportChoices } from '#base/db/tables/book-import.ts'
import type { FileRow } from '#base/formats/file-table.ts'
import { asPlainLine } from '#base/lib/search/text.ts'
import { isOfTags } from '../shared/column-names.server.ts'
import { programDays } from '../shared/program-columns.ts'
import { furtherColumns, otherColumns } from './import-columns.server.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { BOOK_FIELDS, bookReader } from './import-book.server.ts'
import { columnsWithEntities, type SampledTable, cellsOfColumn } from '../file/import-sample.server.ts'
import {
  countLent,
  countPlanned,
  hasCopies,
  noteKept,
  noteTakenNumbers,
  noteUnlabelled,
} from '../copies/plan-copies.server.ts'
import { dayOrder } from './read-days.ts'
import { changesField, inputRecord, isEmpty } from './import-sql.server.ts'
import { placeEditions } from './import-editions.server.ts'
import { findNamedBooks } from './find-by-title.server.ts'
import { findGenres, insertRows, type Genres, type PlacedRow } from './import-insert.server.ts'
import { markRepeated } from './import-repeated.server.ts'
import { noBookFinder } from './no-book.server.ts'
import { areTurned } from '#catalogue/book/shared/turn-names.server.ts'
import { REFUSED_LISTED } from '../import.schema.ts'

/**
 * Rows of one statement. Their text fits into the buffer of a socket: of a longer one the database would wait for the
 * rest while the next rows are read.
 */
const BATCH_ROWS = 500
/** Characters of refused cells in one statement, after which it is sent with fewer rows. */
const BATCH_CELLS = 1_000_000
const ANALYZED_ROWS = 2000

/**
 * Reads the rows of a file into `book_import_row`, each with the result that it is expected to have, and counts them in
 * the import; of refused rows only the first are stored. Rows that were there are replaced. Writes nothing to the catalogue. In a transaction, so that nobody sees
 * or starts half of them. Throws FileFault.
 */
export async function stageRows(
  on: Queryable,
  importId: string,
  table: SampledTable,
  columns: Record<string, number>,
  choices: ImportChoices,
): Promise<void> {
  await on.delete(bookImportRow).where(eq(bookImportRow.importId, importId))
  const genres: Genres = { choices, ids: new Map() }
  const readBook = bookReader({
    columns,
    ...choices,
    isTable: table.isTable,
    noBook: noBookFinder(table, columns, choices),
    ...(!hasOwnIds(table, columns) && {
      entities: columnsWithEntities(table),
      further: furtherColumns(table.header, columns, choices.leftOut),
      dayOrder: dayOrder(
        cellsOfColumn(table, columns.copyAcquired).flatMap((cell) => cell.split(/[;؛\n]/u)),
        programDays(table.header),
      ),
      tags: table.header.flatMap((name, index) => (isOfTags(name) ? [index] : [])),
    }),
    others: otherColumns(table.header, columns, choices.leftOut),
  })
  // Each row is a copy, of a book that another list describes.
  const isOfItems =
    table.isTable && columns.author === undefined && columns.copyNumber !== undefined && !hasOwnIds(table, columns)
  const filled = table.header.map(() => 0)
  const examples: string[][] = []
  let total = 0
  let refused = 0
  const editions: number[] = []
  let writing: Promise<void> = Promise.resolve()
  const read = async function* () {
    for await (const rows of table.rows) {
      if (total < BATCH_ROWS) addExamples(examples, rows)
      for (const { cells } of rows)
        for (let index = 0; index < filled.length; index++) if (cells[index]) filled[index] = (filled[index] ?? 0) + 1
      const books = rows.map((row): PlacedRow => ({ at: total++, ...readBook(row) }))
      yield books.filter(({ reason }) => reason === undefined || ++refused <= REFUSED_LISTED)
    }
  }
  for await (const staged of inBatches(read())) {
    await writing
    await findGenres(on, staged, genres)
    const known = await findNamedBooks(on, staged, { isOfItems })
    // The database writes these rows while the next ones are read.
    writing = insertRows(on, importId, known, genres).then((others) => void editions.push(...others))
    writing.catch(() => undefined)
  }
  await writing
  // Without statistics of the new rows, the planner sorts all of them for each page.
  if (total >= ANALYZED_ROWS) await on.execute(sql`analyze book_import_row`)
  await placeEditions(on, importId, editions, genres)
  await markRepeated(on, importId)
  if (hasCopies({ columns })) {
    await noteTakenNumbers(on, importId, { from: 0, to: total })
    await noteKept(on, importId)
    if (table.isTable) await noteUnlabelled(on, importId)
  }
  await on
    .update(bookImport)
    .set({
      total,
      examples,
      findings: {
        filled,
        hasTurnedNames: areTurned(cellsOfColumn(table, columns.author)),
        fieldChanges: await countFieldChanges(on, importId, choices),
        lentCopies: hasCopies({ columns }) ? await countLent(on, importId) : 0,
      },
      copies: await countPlanned(on, { id: importId, columns, choices, total }),
      isCompared: false,
      ...(await countResults(importId, on, { from: 0, to: total })),
    })
    .where(eq(bookImport.id, importId))
}

async function* inBatches(groups: AsyncIterable<PlacedRow[]>): AsyncGenerator<PlacedRow[]> {
  let pending: PlacedRow[] = []
  let size = 0
  for await (const rows of groups) {
    for (const row of rows) {
      pending.push(row)
      for (const cell of row.cells ?? []) size += cell.length
      if (pending.length < BATCH_ROWS && size < BATCH_CELLS) continue
      yield pending
      pending = []
      size = 0
    }
  }
  if (pending.length > 0) yield pending
}

const EXAMPLES = 3
const EXAMPLE_LENGTH = 60

/** Adds the first different values of each column. */
function addExamples(examples: string[][], rows: readonly FileRow[]): void {
  for (const { cells, fault } of rows) {
    if (fault) continue
    for (const [index, cell] of cells.entries()) {
      const found = (examples[index] ??= [])
      const value = asPlainLine(cell.slice(0, EXAMPLE_LENGTH).toWellFormed()).trim()
      if (found.length < EXAMPLES && value !== '' && !found.includes(value)) found.push(value)
    }
  }
}

/** Whether the rows have ids of this library, as its exports do: their texts are taken to the letter. */
export const hasOwnIds = (table: SampledTable, columns: Readonly<Record<string, number>>): boolean =>
  cellsOfColumn(table, columns.id).some(isUuid)

export interface ResultCounts {
  created: number
  updated: number
  unchanged: number
  refused: number
}

/** The number of rows with each result, from `from` up to `to`. Rows that are not stored are refused ones. */
export async function countResults(
  importId: string,
  on: Queryable,
  { from, to }: { from: number; to: number },
): Promise<ResultCounts> {
  const { rows } = await on.execute<{ result: keyof ResultCounts; count: number }>(sql`
    select result, count(*)::int as count from book_import_row
    where import_id = ${importId} and at >= ${from} and at < ${to} and result <> 'refused'
    group by result`)
  const counts = { created: 0, updated: 0, unchanged: 0, ...Object.fromEntries(rows.map((r) => [r.result, r.count])) }
  return { ...counts, refused: to - from - counts.created - counts.updated - counts.unchanged }
}

/** In how many books that are here each field is filled, and in how many it gets another value. Fields without either are left out. */
export async function countFieldChanges(
  on: Queryable,
  importId: string,
  { fillsOnly }: Pick<ImportChoices, 'fillsOnly'>,
): Promise<Record<string, { filled: number; changed: number }>> {
  const changing = { hasId: sql`r.has_id`, fillsOnly }
  const counts = [...BOOK_FIELDS, 'genreId'].map(
    (
      field,
    ) => sql`${field}::text, jsonb_build_object('filled', count(*) filter (where ${changesField(field, sql`r.input`, changing)} and ${isEmpty(field)}),
      'changed', count(*) filter (where ${changesField(field, sql`r.input`, changing)} and not ${isEmpty(field)}))`,
  )
  const { rows } = await on.execute<{ counts: Record<string, { filled: number; changed: number }> }>(sql`
    select jsonb_build_object(${sql.join(counts, sql`, `)}) as counts
    from book_import_row as r join book as b on b.id = r.book_id cross join lateral ${inputRecord(sql`r.input`)}
    where r.import_id = ${importId} and r.result = 'updated'`)
  return Object.fromEntries(
    Object.entries(rows[0]?.counts ?? {}).filter(([, { filled, changed }]) => filled + changed > 0),
  )
}
