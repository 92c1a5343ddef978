import { sql, type SQL } from 'drizzle-orm'
import { getTableColumns } from 'drizzle-orm'
import { columnName } from '#db/column-name.server.ts'
import { book } from '#db/tables/book.ts'
import { isAsWritten } from '#features/book/shared/restore-values.server.ts'
import { BOOK_FIELDS, FIELD_DEFAULTS } from './import-book.server.ts'

// SQL over the fields of a book, derived from its table and its schema: a new field needs no line here.

const types: Readonly<Record<string, { getSQLType(): string }>> = getTableColumns(book)
const columnOf = (field: string): SQL => sql`${sql.identifier(columnName(field))}`
const joined = (parts: SQL[], separator: string): SQL => sql.join(parts, sql.raw(separator))

/** `input` as a row `x` with a column for each field: `jsonb_to_record(r.input) as x("title" text, …)`. */
export const inputRecord = (input: SQL): SQL =>
  sql`jsonb_to_record(${input}) as x(${joined(
    BOOK_FIELDS.map((field) => sql`${sql.identifier(field)} ${sql.raw(types[field]?.getSQLType() ?? 'text')}`),
    ', ',
  )})`

/** The columns of the fields. */
export const fieldColumns: SQL = joined(BOOK_FIELDS.map(columnOf), ', ')

const newValue = (field: string): SQL =>
  FIELD_DEFAULTS[field] === null || FIELD_DEFAULTS[field] === undefined
    ? sql`x.${sql.identifier(field)}`
    : sql`coalesce(x.${sql.identifier(field)}, ${FIELD_DEFAULTS[field]})`

/** The values of a new book from `x`, with the defaults of fields that the file does not have. */
export const newValues: SQL = joined(BOOK_FIELDS.map(newValue), ', ')

/** Whether book `b` is as a row `r` of an import added it, with the `genreId` of rows that name none. */
export const isAsAdded = (genreId: string | null): SQL =>
  joined(
    [
      ...BOOK_FIELDS.map((field) => isAsWritten(field, newValue(field))),
      isAsWritten('genreId', sql`coalesce(r.genre_id, ${genreId}::uuid)`),
    ],
    ' and ',
  )

/** What a row `r` gave a book that was here, as JSON by field. Without an id, title and author are how it was found. */
export const givenValues: SQL = sql`(case when r.has_id then r.input else r.input - 'title' - 'author' end
  || case when r.genre_id is null then '{}' else jsonb_build_object('genreId', r.genre_id) end)`

/** Whether a row would change book `b`. Title and author count only in a row with an id; else they are the key. */
export const changesBook = (input: SQL, hasId: SQL): SQL =>
  joined(
    BOOK_FIELDS.map((field) => {
      const differs = sql`(${input} ? ${field}::text and x.${sql.identifier(field)} is distinct from b.${columnOf(field)})`
      return field === 'title' || field === 'author' ? sql`(${hasId} and ${differs})` : differs
    }),
    ' or ',
  )

/** `title = case when …` for each field: the row's value where it has one. */
export const changedValues = (input: SQL, hasId: SQL): SQL =>
  joined(
    BOOK_FIELDS.map((field) => {
      const has = sql`${input} ? ${field}::text`
      const applies = field === 'title' || field === 'author' ? sql`${has} and ${hasId}` : has
      return sql`${columnOf(field)} = case when ${applies} then x.${sql.identifier(field)} else b.${columnOf(field)} end`
    }),
    ', ',
  )

/** The fields and the genre of book `b` as JSON. */
export const bookValues: SQL = sql`jsonb_build_object(${joined(
  [...BOOK_FIELDS.map((field) => sql`${field}::text, b.${columnOf(field)}`), sql`'genreId'::text, b.genre_id`],
  ', ',
)})`
