import { sql, type SQL } from 'drizzle-orm'
import { getTableColumns } from 'drizzle-orm'
import { columnName } from '#base/db/column-name.server.ts'
import { book } from '#base/db/tables/book.ts'
import { isAsWritten } from '#catalogue/book/shared/restore-values.server.ts'
import { BOOK_FIELDS, FIELD_DEFAULTS } from './import-book.server.ts'

// SQL over the fields of a book, derived from its table and its schema: a new field needs no line here.

const types: Readonly<Record<string, { getSQLType(): string }>> = getTableColumns(book)
const columnOf = (field: string): SQL => sql`${sql.identifier(columnName(field))}`
const joined = (parts: SQL[], separator: string): SQL => sql.join(parts, sql.raw(separator))

const given = (field: string): SQL => sql`x.${sql.identifier(field)}`
const typeOf = (field: string): string => types[field]?.getSQLType() ?? 'text'

/** `input` as a row `x` with a column for each field: `jsonb_to_record(r.input) as x("title" text, …)`. */
export const inputRecord = (input: SQL, name = 'x'): SQL =>
  sql`jsonb_to_record(${input}) as ${sql.raw(name)}(${joined(
    BOOK_FIELDS.map((field) => sql`${sql.identifier(field)} ${sql.raw(typeOf(field))}`),
    ', ',
  )})`

/** The columns of the fields. */
export const fieldColumns: SQL = joined(BOOK_FIELDS.map(columnOf), ', ')

/** The default of a field, as a value of its column. */
function defaultOf(field: string): SQL {
  const value = FIELD_DEFAULTS[field]
  if (value === null || value === undefined) return sql`null`
  const text = typeOf(field) === 'jsonb' ? JSON.stringify(value) : Array.isArray(value) ? '{}' : String(value)
  return sql`${text}::${sql.raw(typeOf(field))}`
}

const newValue = (field: string): SQL => sql`coalesce(${given(field)}, ${defaultOf(field)})`

/**
 * Without an id a file adds to what a book has of these: a further ISBN, details of other names. With one it is an export of
 * ours, and says what the book is to have.
 */
const ADDED: Readonly<Record<string, { isThere: SQL; sum: SQL }>> = {
  isbn: {
    isThere: sql`b.isbn @> x.isbn`,
    sum: sql`array(select one from unnest(b.isbn || x.isbn) with ordinality as all_of(one, at) group by one order by min(at) limit 10)`,
  },
  details: {
    isThere: sql`b.details @> x.details`,
    sum: sql`(select coalesce(jsonb_agg(one order by at), '[]') from (
      select one, at from jsonb_array_elements(b.details) with ordinality as own(one, at)
        where not exists (select from jsonb_array_elements(x.details) as other(one) where other.one->>'name' = own.one->>'name')
      union all select one, 1000 + at from jsonb_array_elements(x.details) with ordinality as added(one, at)
      order by at limit 30) as all_of)`,
  },
}

/** Whether the row's value of a field is not what book `b` has. */
const isOther = (field: string, hasId: SQL): SQL => {
  // A file with a column for each detail has them in another order.
  const isDifferent =
    field === 'details'
      ? sql`not (b.details @> x.details and x.details @> b.details)`
      : sql`${given(field)} is distinct from b.${columnOf(field)}`
  const added = ADDED[field]
  return added ? sql`(${isDifferent} and (${hasId} or not (${added.isThere})))` : isDifferent
}

/** The value that book `b` gets from the row. */
const nextValue = (field: string, { hasId }: Changing): SQL => {
  const added = ADDED[field]
  return added ? sql`case when ${hasId} then ${given(field)} else ${added.sum} end` : given(field)
}

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

/**
 * What a row `r` gave a book that was here, as JSON by field: where it only filled, what was empty before. Without an id, title
 * and author are how the book was found.
 */
export function givenValues(fillsOnly: boolean): SQL {
  const all = sql`(case when r.has_id then r.input else r.input - 'title' - 'author' end
    || case when r.genre_id is null then '{}' else jsonb_build_object('genreId', r.genre_id) end)`
  return fillsOnly
    ? sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${all})
        where coalesce(r.before->key, 'null') in ('null', '""', '[]'))`
    : all
}

/** How rows change the books that are here. */
export interface Changing {
  hasId: SQL
  /** Whether only fields of the book that are empty are changed. */
  fillsOnly: boolean
}

/** Whether book `b` has no value of a field. */
export const isEmpty = (field: string): SQL => sql`(b.${columnOf(field)} is not distinct from ${defaultOf(field)})`

/**
 * Whether a row `r` would change a field of book `b`. Title and author count only in a row with an id; else they are the key.
 * A genre that is still to be added has no id, and counts as another one.
 */
export const changesField = (field: string, input: SQL, { hasId, fillsOnly }: Changing): SQL => {
  if (field === 'genreId')
    return sql`(r.genre is not null and r.genre_id is distinct from b.genre_id and (not ${fillsOnly} or b.genre_id is null))`
  const differs = sql`(${input} ? ${field}::text and ${isOther(field, hasId)})`
  if (fillsOnly) return sql`(${differs} and ${isEmpty(field)})`
  return field === 'title' || field === 'author' ? sql`(${hasId} and ${differs})` : differs
}

/** Whether a row would change book `b`. */
export const changesBook = (input: SQL, changing: Changing): SQL =>
  joined(
    BOOK_FIELDS.map((field) => changesField(field, input, changing)),
    ' or ',
  )

/** `title = case when …` for each field: the row's value where it has one. */
export const changedValues = (input: SQL, changing: Changing): SQL =>
  joined(
    BOOK_FIELDS.map(
      (field) =>
        sql`${columnOf(field)} = case when ${changesField(field, input, changing)} then ${nextValue(field, changing)} else b.${columnOf(field)} end`,
    ),
    ', ',
  )

/** The fields and the genre of book `b` as JSON. */
export const bookValues: SQL = sql`jsonb_build_object(${joined(
  [...BOOK_FIELDS.map((field) => sql`${field}::text, b.${columnOf(field)}`), sql`'genreId'::text, b.genre_id`],
  ', ',
)})`

const isIn = (part: SQL, text: SQL) => sql`strpos(public.fold_words(${text}), public.fold_words(${part})) > 0`
const isKnown = (one: SQL) => sql`(${one}.year is not null or cardinality(${one}.isbn) > 0)`

/**
 * Whether a row `x` with the title and author of `y`, an earlier row or a book of the library, is another edition of it: by its ISBN where
 * both have one, else by year, language and publisher. Where a book or its row has neither year nor ISBN, little is known of editions,
 * and another publisher is a change.
 */
export const isOtherEdition = (y: 'y' | 'b' | 'near'): SQL => {
  const other = sql.raw(y)
  const [publisher, theirs] = [sql`x.publisher`, sql`${other}.publisher`]
  return sql`case when cardinality(x.isbn) > 0 and cardinality(${other}.isbn) > 0 then not (x.isbn && ${other}.isbn)
    else coalesce(x.year <> ${other}.year, false) or coalesce(x.language <> ${other}.language, false) or (coalesce(${publisher}, '') <> '' and coalesce(${theirs}, '') <> ''
      and (${y === 'y'} or (${isKnown(sql`x`)} and ${isKnown(other)}))
      and not (${isIn(publisher, theirs)} or ${isIn(theirs, publisher)})) end`
}
