import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, not, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { bookImportRow, type ImportCopies } from '#base/db/tables/book-import.ts'
import { book } from '#base/db/tables/book.ts'
import { fieldValueSchema } from '#base/lib/form/field-value.schema.ts'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { HAS_NOTE, IS_HIDDEN, IS_NO_BOOK } from './import-view.server.ts'
import { rowNotesSchema, type ImportRow, type importRowsInputSchema } from './import.schema.ts'
import { DEFAULT_CHOICES } from './import-choices.schema.ts'
import { findImport } from './import.server.ts'
import { rowReasonSchema } from './page/import-reason.schema.ts'
import type { ImportRecord } from './run/import-write.server.ts'
import { BOOK_FIELDS } from './staging/import-book.server.ts'
import { isLeftOut } from './staging/import-insert.server.ts'
import { bookValues } from './staging/import-sql.server.ts'

type RowsInput = z.output<typeof importRowsInputSchema>

const isResult = (one: ImportRow['result']): SQL => eq(bookImportRow.result, one)

/** Selects the rows that a filter of the page counts. */
function isOfResult(result: NonNullable<RowsInput['result']>, state: ImportRecord['state']): SQL | undefined {
  switch (result) {
    case 'similar':
      return and(isNotNull(bookImportRow.similarId), isResult('created'))
    case 'edition':
      return isNotNull(bookImportRow.editionOf)
    case 'kept':
      return inArray(bookImportRow.kept, ['changed', 'taken'])
    case 'noted':
      return HAS_NOTE
    case 'no-book':
      return IS_NO_BOOK
    case 'hidden':
      return IS_HIDDEN
    case 'refused':
      return and(isResult(result), not(IS_NO_BOOK), not(IS_HIDDEN))
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
    // A look-up has only what it has found.
    values: row.input
      ? { ...plainValues({ ...(record.lookup && { author: there?.author }), ...row.input }), ...copyValues(row.copies) }
      : cellsByField(row.cells ?? [], record.header, record.columns),
    isRead: row.input !== null,
    genre: row.genre,
    reason: rowReasonSchema.safeParse(row.reason).data ?? null,
    notes: rowNotesSchema.parse(row.notes ?? []),
    before:
      row.result === 'updated'
        ? formerValues(row, row.before ?? (record.state === 'waiting' ? values : {}), {
            ...DEFAULT_CHOICES,
            ...record.choices,
          })
        : null,
    book: there,
    similar,
    isEdition: row.editionOf !== null,
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

/** What the row says of copies, by column. */
const copyValues = (copies: ImportCopies | null): Plain =>
  copies && !copies.unlabelled
    ? {
        ...(copies.count && { copies: copies.count }),
        ...(copies.numbers && { copyNumber: copies.numbers.filter((number) => number !== '') }),
        ...(copies.places && { copyPlace: copies.places }),
        ...(copies.conditions && { copyCondition: copies.conditions }),
        ...(copies.notes && { copyNote: copies.notes }),
        ...(copies.days && { copyAcquired: copies.days }),
      }
    : {}

type RowRecord = Omit<typeof bookImportRow.$inferSelect, 'record'>

const isNothing = (value: unknown): boolean => value === null || value === '' || isSameValue(value, [])

/** The former values of the fields that a row changes, `genreId` among them. */
function formerValues(row: RowRecord, former: Record<string, unknown>, choices: ImportRecord['choices']): Plain {
  const { input, hasId, genre, genreId } = row
  const mayChange = (value: unknown) => !choices.fillsOnly || isNothing(value)
  const changed = Object.entries(plainValues(former)).filter(
    ([field, value]) =>
      // Without an id, title and author are how the book was found.
      (hasId || !['title', 'author'].includes(field)) &&
      input &&
      field in input &&
      mayChange(value) &&
      !isSameValue(input[field], value),
  )
  const formerId = former.genreId ?? null
  const isNewGenre = genre !== null && (genreId === null ? !isLeftOut(choices, genre) : genreId !== formerId)
  return {
    ...Object.fromEntries(changed),
    ...(isNewGenre && mayChange(formerId) && { genreId: typeof formerId === 'string' ? formerId : null }),
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
