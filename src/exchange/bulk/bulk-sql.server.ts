import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { columnName } from '#base/db/column-name.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'

// SQL over the fields of a book, derived from its table and its schema: a new field needs no line here.

const FIELDS = Object.keys(bookInputSchema.shape)
const types: Readonly<Record<string, { getSQLType(): string }>> = getTableColumns(book)

/** The column of a field. */
export const columnOf = (field: string): SQL => sql`${sql.identifier(columnName(field))}`

/** The value of a field from JSON, in the type of its column. */
export const valueOf = (field: string, json: SQL): SQL =>
  sql`(select value from jsonb_to_record(jsonb_build_object('value', ${json})) as one(value ${sql.raw(types[field]?.getSQLType() ?? 'text')}))`

/** The fields of a row of `book` and the date on which it was added, as JSON. */
export const storedValues: SQL = sql`jsonb_build_object(${sql.join(
  [...FIELDS, 'createdAt'].map((field) => sql`${field}::text, book.${columnOf(field)}`),
  sql`, `,
)})`
