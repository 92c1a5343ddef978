import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { db } from '#db/connection/client.server.ts'
import { bookImport, bookImportRow } from '#db/tables/book-import.ts'
import { book } from '#db/tables/book.ts'
import { hasUpload } from '#db/uploads.server.ts'
import { personName, user } from '#db/tables/user.ts'
import { BOOK_FIELDS } from './staging/import-book.server.ts'
import { importFields } from './shared/column-names.server.ts'
import { isListOfPeople } from './staging/import-columns.server.ts'
import { fieldValueSchema } from '#lib/form/field-value.schema.ts'
import { isSameValue } from '#lib/form/is-same-value.ts'
import { isUnderWay } from './page/import-progress.ts'
import { rowReasonSchema } from './page/import-reason.schema.ts'
import { bookValues } from './staging/import-sql.server.ts'
import { isLeftOut } from './staging/import-staging.server.ts'
import type { ImportRecord } from './run/import-write.server.ts'
import { countUndone } from './run/import-undo.server.ts'
import { DEFAULT_CHOICES, findImport } from './import.server.ts'
import {
  fileShapeSchema,
  rowNotesSchema,
  type Import,
  type ImportListItem,
  type ImportRow,
  type importRowsInputSchema,
} from './import.schema.ts'

const LAST = 50

/** The last imports, newest first. */
export async function listImports(): Promise<ImportListItem[]> {
  const rows = await db
    .select({ record: bookImport, name: personName(user) })
    .from(bookImport)
    .leftJoin(user, eq(user.id, bookImport.userId))
    // Previews that somebody has left for a newer one do not fill the list; they are discarded after a day.
    .where(
      sql`not (${bookImport.state} = 'waiting' and exists (
        select from book_import as newer where newer.state = 'waiting' and newer.created_at > ${bookImport.createdAt}
          and newer.user_id is not distinct from ${bookImport.userId}))`,
    )
    .orderBy(desc(bookImport.createdAt), desc(bookImport.id))
    .limit(LAST)
  return rows.map(({ record, name }) => itemOf(record, name))
}

/** The state of an import, as the API answers it. */
export const stateOf = (record: ImportRecord) => ({
  id: record.id,
  state: record.state,
  filename: record.filename,
  kind: record.shape.kind,
  rows: record.total,
  created: record.created,
  updated: record.updated,
  unchanged: record.unchanged,
  refused: record.refused,
  undoneAt: record.undoneAt,
})

const personOf = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null)

const itemOf = (record: ImportRecord, name: string | null): ImportListItem => ({
  ...stateOf(record),
  processed: record.processed,
  isUndoing: record.step === 'undo' && record.state !== 'undone',
  by: personOf(record.userId, name),
  createdAt: record.createdAt,
  finishedAt: record.finishedAt,
})

/** An import with all that its page shows. */
export async function viewImport(id: string): Promise<Import> {
  const record = await findImport(id)
  const { userId, undoneBy } = record
  const people = await db
    .select({ id: user.id, name: personName(user) })
    .from(user)
    .where(
      inArray(
        user.id,
        [userId, undoneBy].filter((one) => one !== null),
      ),
    )
  const nameOf = (one: string | null) => people.find((person) => person.id === one)?.name ?? null
  return {
    ...itemOf(record, nameOf(userId)),
    undoneBy: personOf(undoneBy, nameOf(undoneBy)),
    size: record.size,
    shape: fileShapeSchema.parse(record.shape),
    header: record.header,
    examples: record.examples,
    fields: [...importFields],
    columns: record.columns,
    choices: { ...DEFAULT_CHOICES, ...record.choices },
    genresAdded: record.genresAdded.length,
    newGenres: record.state === 'waiting' ? await missingGenres(record) : [],
    ...record.findings,
    isListOfPeople: isListOfPeople(record.header, record.columns),
    sums: isUnderWay(record) ? 0 : await countRows(id, IS_SUM),
    noted: isUnderWay(record) ? 0 : await countRows(id, HAS_NOTE),
    similar:
      record.isCompared && record.state === 'waiting'
        ? await countRows(id, sql`similar_id is not null and result = 'created'`)
        : null,
    ...(await countUndone(record)),
    hasFile: record.state === 'undone' && (await hasUpload(id)),
  }
}

/** Something was left out or is not as it was in the file; removed line breaks and marks are not worth a word. */
const HAS_NOTE = sql`array_remove(notes, 'cleaned') <> '{}'`
const IS_SUM = sql`coalesce(reason->>'kind' = 'sum', false)`

async function missingGenres({ id, choices }: ImportRecord): Promise<Import['newGenres']> {
  const { rows } = await db.execute<Import['newGenres'][number]>(sql`
    select genre as name, count(*)::int as count from book_import_row
    where import_id = ${id} and genre is not null
      and (genre_id is null or genre = any(${sql.param(Object.keys(choices.genres ?? {}))}::text[]))
      and (result in ('created', 'updated') or reason->>'kind' = 'left' or genre_id is not null)
    group by genre order by count(*) desc, genre limit 200`)
  return rows
}

async function countRows(id: string, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from book_import_row where import_id = ${id} and ${condition}`,
  )
  return rows[0]?.count ?? 0
}

type RowsInput = z.output<typeof importRowsInputSchema>

const isResult = (one: ImportRow['result']): SQL => eq(bookImportRow.result, one)

/** Selects the rows that a filter of the page counts. */
function isOfResult(result: NonNullable<RowsInput['result']>, state: ImportRecord['state']): SQL | undefined {
  switch (result) {
    case 'similar':
      return and(isNotNull(bookImportRow.similarId), isResult('created'))
    case 'kept':
      return inArray(bookImportRow.kept, ['changed', 'taken'])
    case 'noted':
      return HAS_NOTE
    case 'sum':
      return IS_SUM
    case 'refused':
      return and(isResult(result), not(IS_SUM))
    default:
      return and(isResult(result), state === 'undone' ? isNull(bookImportRow.kept) : undefined)
  }
}

const { record: _record, ...rowColumns } = getTableColumns(bookImportRow)

/** A page of the rows of an import, in the order of the file. */
export async function listRows({
  id,
  result,
  cursor,
  limit,
}: RowsInput): Promise<{ items: ImportRow[]; nextCursor: string | null }> {
  const record = await findImport(id)
  const similarBook = alias(book, 'similar_book')
  const current = alias(book, 'b')
  const found = await db
    .select({
      row: rowColumns,
      book: { id: current.id, title: current.title, author: current.author },
      values: sql<Record<string, unknown>>`${bookValues}`,
      similar: { id: similarBook.id, title: similarBook.title, author: similarBook.author },
    })
    .from(bookImportRow)
    .leftJoin(current, eq(current.id, bookImportRow.bookId))
    .leftJoin(similarBook, eq(similarBook.id, bookImportRow.similarId))
    .where(
      and(
        eq(bookImportRow.importId, id),
        cursor === undefined ? undefined : gt(bookImportRow.at, Number(cursor)),
        result && isOfResult(result, record.state),
      ),
    )
    .orderBy(asc(bookImportRow.at))
    .limit(limit + 1)
  const shown = found.slice(0, limit)
  const items = shown.map(({ row, book: there, values, similar }): ImportRow => ({
    at: row.at,
    row: row.row,
    result: row.result,
    values: row.input ? plainValues(row.input) : cellsByField(row.cells ?? [], record.header, record.columns),
    genre: row.genre,
    reason: rowReasonSchema.safeParse(row.reason).data ?? null,
    notes: rowNotesSchema.parse(row.notes ?? []),
    before:
      row.result === 'updated'
        ? formerValues(
            row,
            row.before ?? (record.state === 'waiting' ? values : {}),
            (name) => !isLeftOut({ ...DEFAULT_CHOICES, ...record.choices }, name),
          )
        : null,
    book: there,
    similar,
    isKept: row.kept === 'changed' || row.kept === 'taken',
  }))
  return { items, nextCursor: found.length > limit ? String(shown.at(-1)?.row.at ?? '') : null }
}

type Plain = ImportRow['values']

/** The values of fields; others, such as the id of a genre, are left out. */
const plainValues = (values: Record<string, unknown>): Plain =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, Plain[string]][] =>
      BOOK_FIELDS.includes(field) ? [[field, fieldValueSchema.safeParse(value).data ?? null]] : [],
    ),
  )

type RowRecord = Omit<typeof bookImportRow.$inferSelect, 'record'>

/** What the row changes: the former values of those fields, and `genreId`. */
function formerValues(row: RowRecord, former: Record<string, unknown>, isAdded: (genre: string) => boolean): Plain {
  const { input, hasId, genre, genreId } = row
  const changed = Object.entries(plainValues(former)).filter(
    ([field, value]) =>
      // Without an id, title and author are how the book was found.
      (hasId || !['title', 'author'].includes(field)) && input && field in input && !isSameValue(input[field], value),
  )
  const { genreId: formerId } = former
  const isNewGenre = genre !== null && (genreId === null ? isAdded(genre) : genreId !== formerId)
  return {
    ...Object.fromEntries(changed),
    ...(isNewGenre && { genreId: typeof formerId === 'string' ? formerId : null }),
  }
}

const CELL_SHOWN = 200

const cellsByField = (
  cells: readonly string[],
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
): Plain =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, index]) =>
      index < header.length ? [[field, (cells[index] ?? '').slice(0, CELL_SHOWN)]] : [],
    ),
  )
