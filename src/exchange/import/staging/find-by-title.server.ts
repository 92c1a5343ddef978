import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { bookHash, foldedTitle } from '#catalogue/book/shared/book-key.server.ts'
import type { PlacedRow } from './import-insert.server.ts'
import { inputRecord, isOtherEdition } from './import-sql.server.ts'

/** The books that are filed as a text is: few, and found by their index. */
const filedAs = (title: SQL): SQL => sql`b.sort_title = left(public.sort_key(public.without_article(${title})), 200)`
const HAS_TITLE = sql`public.fold(b.title) = public.fold(x.title)`
const KEY = bookHash((field) => sql`coalesce(x.${sql.identifier(field)}, '')`)

const rowsOf = (rows: readonly Pick<PlacedRow, 'at' | 'input' | 'plainTitle' | 'copies'>[]): SQL => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(at integer, input jsonb, "plainTitle" text, copies jsonb)
    cross join lateral ${inputRecord(sql`given.input`)}`

/**
 * Of rows with a subtitle from a column of its own: those whose book came in without it, before Maktaba joined it to the title. The
 * authors agree, no book has the whole title, and nothing says that it is another edition.
 */
async function findWithoutSubtitle(on: Queryable, rows: readonly PlacedRow[]): Promise<Map<number, string>> {
  const { rows: found } = await on.execute<{ at: number; id: string }>(sql`
    select distinct on (given.at) given.at, b.id from ${rowsOf(rows)}
    cross join lateral (select ${foldedTitle(sql`given."plainTitle"`, sql`x.author`)} as folded, ${KEY} as hash) as own
    join book as b on ${filedAs(sql`given."plainTitle"`)} and ${foldedTitle(sql`b.title`, sql`b.author`)} = own.folded
    where coalesce(x.author, '') <> '' and not ${isOtherEdition('b')}
      and public.fold(b.edition) in ('', public.fold(coalesce(x.edition, '')))
      and public.fold(b.volume) in ('', public.fold(coalesce(x.volume, '')))
      and not exists (select from merged_book where merged_book.title_hash = own.hash)
      and not exists (select from book as b where ${filedAs(sql`x.title`)}
        and ${foldedTitle(sql`b.title`, sql`b.author`)} = ${foldedTitle(sql`x.title`, sql`x.author`)})
    order by given.at, b.edition = '', b.volume = '', b.id`)
  return new Map(found.map(({ at, id }) => [at, id]))
}

/**
 * Of a list of copies without a column of authors: the books that have the titles of its rows, first by a number that is one of
 * their copies, then by ISBN, then by the shelf mark, else the only one; null where several may be meant.
 */
async function findOfItems(on: Queryable, rows: readonly PlacedRow[]): Promise<Map<number, string | null>> {
  const { rows: found } = await on.execute<{ at: number; id: string | null }>(sql`
    select at, case when count(*) = 1 then min(id::text) end as id from (
      select *, rank() over (partition by at order by fit desc) as place from (
        select given.at, b.id, case
            when exists (select from copy where copy.book_id = b.id and upper(copy.number) in (
              select upper(label) from jsonb_array_elements_text(given.copies->'numbers') as one(label))) then 3
            when b.isbn && x.isbn then 2
            when coalesce(x."shelfMark", '') <> '' and public.fold(b.shelf_mark) = public.fold(x."shelfMark") then 1
            else 0 end as fit, ${isOtherEdition('b')} as is_other
        from ${rowsOf(rows)} join book as b on ${filedAs(sql`x.title`)} and ${HAS_TITLE}
        where not exists (select from book as same where same.title_hash = ${KEY})
      ) as fitting where fit = 3 or not is_other
    ) as placed where place = 1 group by at`)
  return new Map(found.map(({ at, id }) => [at, id]))
}

const isUnnamed = ({ id, input, reason }: PlacedRow): boolean => id === undefined && !reason && input !== undefined

/**
 * Finds the books of rows that say less, or more, than title and author: by `matches`, or a `reason` why there is none. `isOfItems`
 * says that the file lists copies and has no column of authors.
 */
export async function findNamedBooks(
  on: Queryable,
  rows: readonly PlacedRow[],
  { isOfItems }: { isOfItems: boolean },
): Promise<PlacedRow[]> {
  const longer = rows.filter((row) => isUnnamed(row) && row.plainTitle !== undefined)
  const items = isOfItems ? rows.filter((row) => isUnnamed(row) && row.copies?.numbers !== undefined) : []
  const known = new Map([
    ...(longer.length > 0 ? await findWithoutSubtitle(on, longer) : []),
    ...(items.length > 0 ? await findOfItems(on, items) : []),
  ])
  if (known.size === 0) return [...rows]
  return rows.map((row): PlacedRow => {
    const found = known.get(row.at)
    if (found === undefined) return row
    return found === null ? { ...row, reason: { kind: 'several-books' } } : { ...row, matches: found }
  })
}
