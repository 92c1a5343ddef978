import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Actor, Transaction } from '#base/db/actor.server.ts'
import { columnName } from '#base/db/column-name.server.ts'
import { book } from '#base/db/tables/book.ts'
import { now } from '#base/lib/clock.ts'
import { bookInputSchema } from '../book.schema.ts'
import { isInKey, KEY_FIELDS, bookHash } from './book-key.server.ts'
import { moveBooksToTrash } from './book-trash.server.ts'

// Takes the changes of many books back, field by field: whether somebody has changed a book since is told by its values,
// since a change that was itself taken back leaves another version. SQL over the fields of a book, derived from its schema.

const FIELDS = Object.keys(bookInputSchema.shape)
const types: Readonly<Record<string, { getSQLType(): string }>> = getTableColumns(book)
const columnOf = (field: string): SQL => sql`${sql.identifier(columnName(field))}`
const nameOf = (field: string): SQL => sql`${sql.identifier(field)}`
const each = (part: (field: string) => SQL, separator = ', '): SQL => sql.join(FIELDS.map(part), sql.raw(separator))

/** JSON as a row with a column for each field. */
const recordOf = (json: SQL, name: string): SQL =>
  sql`jsonb_to_record(${json}) as ${sql.raw(name)}(${each((field) => sql`${nameOf(field)} ${sql.raw(types[field]?.getSQLType() ?? 'text')}`)})`

/**
 * Whether a field of book `b` still has the value that was written. A genre that has ended since stands for the one that
 * its books got then.
 */
export const isAsWritten = (field: string, wrote: SQL): SQL =>
  field === 'genreId'
    ? sql`(b.genre_id is not distinct from ${wrote} or b.genre_id is not distinct from coalesce(
        (select id from genre where id = ${wrote}), (select moved_to from ended_genre where id = ${wrote})))`
    : sql`b.${columnOf(field)} is not distinct from ${wrote}`

/** Locks books in the order of their ids, so that concurrent changes cannot deadlock. */
export const lockBooks = (tx: Transaction, ids: SQL) =>
  tx.execute(sql`select from book where id in (${ids}) order by id for update`)

/** Moves books that a change added to the trash. */
export const trashAdded = (tx: Transaction, ids: readonly string[], actor: Actor): Promise<string[]> =>
  moveBooksToTrash(tx, sql`${book.id} = any(${sql.param(ids)}::uuid[])`, actor)

/** Why a change of a book, or a part of it, stays: somebody has changed it since; another book has its former title; it is gone. */
type Stay = 'changed' | 'taken' | 'missing'

/**
 * What becomes of changes that are taken back. `changes` selects `at`, `book_id` and the values `before` and `after` of the
 * changed fields as JSON. The result has `at`, the `id` of the book, `stays` (null where all is taken back), and for each field
 * its former value and whether it gets it (`back_…`).
 */
export const takenBack = (changes: SQL): SQL => sql`
  select at, id, ${each((field) => sql`${nameOf(field)}, ${backOf(field, sql`and not is_taken`)} as ${back(field)}`)},
    case when id is null then 'missing' when is_taken then 'taken' when is_changed then 'changed' end as stays
  from (
    select *, title_hash is not null and (row_number() over (partition by title_hash order by at) > 1 or exists (
      select from book as other where other.id <> keyed.id and other.title_hash = keyed.title_hash)) as is_taken
    from (
      select given.at, b.id,
        ${each((field) => sql`${field === 'genreId' ? sql`(select id from genre where id = former."genreId")` : sql`former.${nameOf(field)}`} as ${nameOf(field)}, is_back.${nameOf(field)} as ${back(field)}`)},
        ${each(
          (field) =>
            sql`(${isChange(field)} and not is_back.${nameOf(field)} and b.${columnOf(field)} is distinct from former.${nameOf(field)})`,
          ' or ',
        )} as is_changed,
        case when ${sql.join(
          KEY_FIELDS.map((field) => sql`is_back.${nameOf(field)}`),
          sql` or `,
        )} then ${bookHash(
          (field) => sql`case when is_back.${nameOf(field)} then former.${nameOf(field)} else b.${columnOf(field)} end`,
        )} end as title_hash
      from (${changes}) as given left join book as b on b.id = given.book_id
        cross join lateral ${recordOf(sql`given.before`, 'former')}
        cross join lateral ${recordOf(sql`given.after`, 'wrote')}
        cross join lateral (select ${each(
          (field) =>
            sql`b.id is not null and ${isChange(field)} and ${isAsWritten(field, sql`wrote.${nameOf(field)}`)} as ${nameOf(field)}`,
        )}) as is_back
    ) as keyed
  ) as one`

const back = (field: string): SQL => sql`${sql.identifier(`back_${field}`)}`
const isChange = (field: string): SQL =>
  sql`(given.after ? ${field}::text and wrote.${nameOf(field)} is distinct from former.${nameOf(field)})`
/** Whether a field goes back; a field of the unique key stays where another book has the former key. */
const backOf = (field: string, unlessTaken: SQL): SQL =>
  isInKey(field) ? sql`(${back(field)} ${unlessTaken})` : back(field)

/** Takes changes back as `takenBack` says, of books that are locked. Returns those that stay, or a part of them. */
export async function restoreValues(tx: Transaction, changes: SQL): Promise<{ at: number; stays: Stay }[]> {
  const { rows } = await tx.execute<{ at: number; stays: Stay }>(sql`
    with found as materialized (${takenBack(changes)}), restored as (
      update book as b set ${each((field) => sql`${columnOf(field)} = case when found.${back(field)} then found.${nameOf(field)} else b.${columnOf(field)} end`)},
        version = b.version + 1, updated_at = ${now()}
      from found where b.id = found.id and (${each((field) => sql`found.${back(field)}`, ' or ')})
    )
    select at, stays from found where stays is not null`)
  return rows
}
