import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#db/connection/client.server.ts'
import { keyOf } from '#features/book/shared/book-key.server.ts'
import { matchGenres } from '#db/genre-names.server.ts'
import { bookImport, bookImportRow, type ImportChoices } from '#db/tables/book-import.ts'
import type { FileRow } from '#formats/file-table.ts'
import { newId } from '#lib/id.ts'
import { asPlainLine } from '#lib/search/text.ts'
import { isUuid } from '#lib/uuid.ts'
import { otherColumns, readBook, type StagedRow } from './import-book.server.ts'
import { columnsWithEntities, type SampledTable, cellsOfColumn } from '../file/import-sample.server.ts'
import { inputRecord, changesBook } from './import-sql.server.ts'
import { areTurned } from './import-text.server.ts'
import { REFUSED_LISTED } from '../import.schema.ts'

/**
 * Rows of one statement. Their text fits into the buffer of a socket: of a longer one the database would wait for the
 * rest while the next rows are read.
 */
const BATCH_ROWS = 500
/** Characters of refused cells in one statement, after which it is sent with fewer rows. */
const BATCH_CELLS = 1_000_000
const ANALYZED_ROWS = 2000
/** Names of genres whose ids are remembered. */
const GENRES_KNOWN = 10_000

/**
 * Reads the rows of a file into `book_import_row`, each with the result that it is expected to have, and counts them in
 * the import; of refused rows only the first are stored. Rows that were there are replaced. Writes nothing to the catalogue. In a transaction, so that nobody sees
 * or starts half of them. Throws FileFault.
 */
export async function stageRows(
  on: Queryable,
  importId: string,
  table: SampledTable,
  columns: Readonly<Record<string, number>>,
  choices: ImportChoices,
): Promise<void> {
  await on.delete(bookImportRow).where(eq(bookImportRow.importId, importId))
  const genres: Genres = { choices, ids: new Map() }
  const reading = {
    columns,
    ...choices,
    entities: hasOwnIds(table, columns) ? [] : columnsWithEntities(table),
    others: otherColumns(table.header, columns, choices.leftOut),
  }
  const filled = table.header.map(() => 0)
  const examples: string[][] = []
  let total = 0
  let refused = 0
  let writing: Promise<void> = Promise.resolve()
  const read = async function* () {
    for await (const rows of table.rows) {
      if (total < BATCH_ROWS) addExamples(examples, rows)
      for (const { cells } of rows)
        for (let index = 0; index < filled.length; index++) if (cells[index]) filled[index] = (filled[index] ?? 0) + 1
      const books = rows.map((row): PlacedRow => ({ at: total++, ...readBook(row, reading) }))
      yield books.filter(({ reason }) => reason === undefined || ++refused <= REFUSED_LISTED)
    }
  }
  for await (const staged of inBatches(read())) {
    await writing
    await findGenres(on, staged, genres)
    // The database writes these rows while the next ones are read.
    writing = insertRows(on, importId, staged, genres)
    writing.catch(() => undefined)
  }
  await writing
  // Without statistics of the new rows, the planner sorts all of them for each page.
  if (total >= ANALYZED_ROWS) await on.execute(sql`analyze book_import_row`)
  await markRepeated(on, importId)
  await on
    .update(bookImport)
    .set({
      total,
      examples,
      findings: { filled, hasTurnedNames: areTurned(cellsOfColumn(table, columns.author)) },
      isCompared: false,
      ...(await countResults(importId, on, { from: 0, to: total })),
    })
    .where(eq(bookImport.id, importId))
}

/** A row with its position among all rows of the file, from 0. */
type PlacedRow = StagedRow & { at: number }

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

interface Genres {
  choices: ImportChoices
  /** By the name in the file; null for one that does not exist. */
  ids: Map<string, string | null>
}

/** Adds the ids of the genres that the rows name. */
async function findGenres(on: Queryable, rows: readonly StagedRow[], { choices, ids }: Genres): Promise<void> {
  if (ids.size > GENRES_KNOWN) ids.clear()
  const names = new Set(rows.flatMap(({ genre }) => (genre !== undefined && !ids.has(genre) ? [genre] : [])))
  if (names.size === 0) return
  for (const { name, id } of await matchGenres(on, [...names]))
    ids.set(name, id ?? (Object.hasOwn(choices.genres, name) ? (choices.genres[name] ?? null) : null))
}

/** Whether a genre that does not exist is left out. */
export const isLeftOut = ({ addsGenres, genres }: ImportChoices, name: string): boolean =>
  Object.hasOwn(genres, name) ? genres[name] === null : !addsGenres

async function insertRows(
  on: Queryable,
  importId: string,
  rows: readonly PlacedRow[],
  { choices, ids }: Genres,
): Promise<void> {
  const given = rows.map(({ genre, ...row }) => ({
    ...row,
    genre,
    genreId: genre === undefined ? undefined : ids.get(genre),
    isLeft: genre !== undefined && ids.get(genre) === null && isLeftOut(choices, genre),
    newId: row.input && newId(),
  }))
  const input = sql`g.input`
  const hasId = sql`(g.id is not null)`
  // A genre that is still to be added has no id, and differs from none.
  const changesGenre = sql`(g.genre is not null and (g."genreId" is null or b.genre_id is distinct from g."genreId"))`
  await on.execute(sql`
    with g as materialized (
      select *, case when input is not null
        then ${keyOf((field) => sql`coalesce(input->>${field}::text, '')`)} end as title_hash
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(at integer, "row" integer, input jsonb,
        genre text, "genreId" uuid, "isLeft" boolean, id uuid, "newId" uuid, reason jsonb, notes text[], cells jsonb,
        record text)
    )
    insert into book_import_row
      (import_id, at, row, result, input, genre, genre_id, book_id, has_id, title_hash, reason, notes, cells, record)
    select ${importId}, g.at, g.row,
      case when g.reason is not null or own.id <> same.id then 'refused'
        when b.id is null and merged.book_id is null then 'created'
        -- A book that somebody merged into another one is not added again, and does not change that one.
        when b.id is null then 'unchanged'
        when ${changesBook(input, hasId)} or (${changesGenre} and not g."isLeft") then 'updated'
        else 'unchanged' end,
      g.input, g.genre, g."genreId", coalesce(b.id, merged.book_id, g.id, g."newId"), ${hasId}, g.title_hash,
      case when own.id <> same.id then '{"kind": "taken"}'
        when b.id is not null and g."isLeft" and ${changesGenre} and not (${changesBook(input, hasId)}) then '{"kind": "left"}'
        else g.reason end, g.notes, g.cells, decode(g.record, 'base64')
    from g
    left join book own on own.id = g.id
    left join book same on same.title_hash = g.title_hash
    left join book b on b.id = coalesce(own.id, same.id)
    left join lateral (
      select trail.book_id from (
        -- The book may have been merged into another one later.
        select (with recursive step as (
          select merged_book.book_id
          union select later.book_id from step join merged_book as later on later.id = step.book_id
        ) select book.id from step join book on book.id = step.book_id limit 1) as book_id
        from merged_book where b.id is null and (id = g.id or title_hash = g.title_hash)
      ) as trail where trail.book_id is not null limit 1
    ) as merged on true
    left join lateral ${inputRecord(input)} on true`)
}

/**
 * Marks rows that name the book of an earlier row: unchanged when they say the same, else refused, since it is not
 * clear which of the two is right. Without an author, the same title says too little.
 */
async function markRepeated(on: Queryable, importId: string): Promise<void> {
  const isSame = sql`later.input = first.input and later.genre is not distinct from first.genre`
  const isTitleAlone = sql`not later.has_id and coalesce(later.input->>'author', '') = ''`
  const differences = sql`(
    select jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after)) from (
      select key as field, coalesce(first.input->>key, '') as before, coalesce(later.input->>key, '') as after
      from jsonb_object_keys(first.input || later.input) as key where key not in ('title', 'author')
      union all select 'genre', coalesce(first.genre, ''), coalesce(later.genre, '')
    ) as compared where before <> after)`
  // Selects the few repeated rows first: without statistics of the new rows, joining all of them takes minutes.
  await on.execute(sql`
    with keyed as materialized (
      select at, first_value(at) over (partition by has_id, case when has_id then uuid_send(book_id) else title_hash end
        order by at) as first_at
      from book_import_row where import_id = ${importId} and result <> 'refused'
    ), found as materialized (
      select at, first_at from keyed where at <> first_at
    )
    update book_import_row as later set
      result = case when ${isSame} and not (${isTitleAlone}) then 'unchanged' else 'refused' end,
      reason = case when ${isTitleAlone} then jsonb_build_object('kind', 'repeated-title', 'row', first.row)
        when ${isSame} then jsonb_build_object('kind', 'repeated-same', 'row', first.row)
        else jsonb_strip_nulls(jsonb_build_object('kind', 'repeated', 'row', first.row, 'differences', ${differences})) end,
      book_id = first.book_id
    from found join book_import_row as first on first.import_id = ${importId} and first.at = found.first_at
    where later.import_id = ${importId} and later.at = found.at`)
}

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
