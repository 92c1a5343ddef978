import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { EDITION_MAX, ISBNS_MAX } from '#catalogue/book/book-fields.schema.ts'
import { cutText } from '#base/formats/text/stored-text.ts'
import { namesOf, textsOf } from './edition-names.server.ts'
import { insertRows, type Genres, type PlacedRow } from './import-insert.server.ts'
import { inputRecord, isOtherEdition } from './import-sql.server.ts'

/** Rows of one statement. */
const BATCH_ROWS = 500

type Values = NonNullable<PlacedRow['input']>

/** A row that is another edition of a book here or in the file. */
type EditionRow = Required<Pick<PlacedRow, 'at' | 'row' | 'input' | 'editionOf'>> &
  Pick<PlacedRow, 'genre' | 'notes' | 'record' | 'copies'>
/** Without `editionOf` it is another volume. */
type TakenRow = Omit<EditionRow, 'editionOf'> & { editionOf: string | null }

/**
 * Does with each row that is another edition of a book, here or of an earlier row, what was chosen: adds it under a name of its
 * own, adds its ISBN to that book, or refuses it. `found` are those that differ from a book here; then those are looked for
 * that differ from an earlier row.
 */
export async function placeEditions(
  on: Queryable,
  importId: string,
  found: readonly number[],
  genres: Genres,
): Promise<void> {
  const { choices } = genres
  const names = new Map<number, string[]>()
  const further = new Map<string, EditionRow[]>()
  for (let rows = found; ;) {
    const isOpen = (at: number) => names.get(at)?.length !== 0
    const open = rows.some(isOpen) ? rows.filter(isOpen) : (await findInFile(on, importId)).filter(isOpen)
    if (open.length === 0) break
    const next: number[] = []
    for (let from = 0; from < open.length; from += BATCH_ROWS) {
      const batch = await takeRows(on, importId, open.slice(from, from + BATCH_ROWS))
      const placed = batch.flatMap(({ editionOf, ...one }): PlacedRow[] => {
        // A volume is a book of its own, whatever was chosen for editions.
        if (editionOf === null) {
          names.set(one.at, [])
          return [{ ...one, isOwn: true }]
        }
        const row = { ...one, editionOf }
        const choice = choices.editionRows[row.at] ?? choices.editions
        if (choice === 'leave') return [{ ...row, reason: { kind: 'edition' } }]
        if (choice === 'isbn') {
          const others = further.get(editionOf)
          if (others) others.push(row)
          else further.set(editionOf, [row])
          return []
        }
        const [name = '', ...left] = names.get(row.at) ?? namesOf(row.input)
        names.set(row.at, left)
        return [{ ...row, input: { ...row.input, edition: cutText(name, EDITION_MAX) } }]
      })
      next.push(...(await insertRows(on, importId, placed, genres)))
    }
    rows = next
  }
  await addIsbns(on, importId, further, genres)
}

/** Takes rows out, to be added again otherwise. */
async function takeRows(on: Queryable, importId: string, at: readonly number[]): Promise<TakenRow[]> {
  const { rows } = await on.execute<TakenRow>(sql`
    delete from book_import_row where import_id = ${importId} and at = any(${sql.param(at)}::int[])
    returning at, row, input, edition_of as "editionOf", genre, notes, copies,
      encode(record, 'base64') as record`)
  return rows.toSorted((a, b) => a.at - b.at)
}

/** The row names its book by a title without the subtitle. */
const isLonger = sql`public.fold(later.input->>'title') <> public.fold(named.title)`
const volumeOf = (row: 'later' | 'first'): SQL => sql`public.fold(coalesce(${sql.raw(row)}.input->>'volume', ''))`

/**
 * Marks rows that are another edition of the book of an earlier row: they say so by ISBN, year, language or publisher, or by their edition;
 * and finds those that are another volume of it, or have another subtitle. Of the rows by which a book would get an edition or a volume that
 * it lacks, or which have a subtitle that it lacks, one that names the book as it is keeps it, else the first.
 */
async function findInFile(on: Queryable, importId: string): Promise<number[]> {
  const { rows } = await on.execute<{ at: number }>(sql`
    with keyed as materialized (
      select at, r.title_hash, first_value(at) over (partition by r.title_hash order by at) as first_at,
        case when b.id is not null then
          first_value(at) over (partition by book_id order by r.title_hash = b.title_hash desc nulls last, at) end as first_of_book
      from book_import_row as r left join book as b on r.result <> 'created' and b.id = r.book_id
      where import_id = ${importId} and result <> 'refused' and r.title_hash is not null and not has_id
    ), repeated as materialized (
      select at, first_at, false as is_named from keyed where at <> first_at
      union all select at, first_of_book, true from keyed where at = first_at and at <> first_of_book
        and not exists (select from merged_book where merged_book.title_hash = keyed.title_hash)
    ), found as (
      select later.at, first.book_id, is_named and (${isLonger} or ${volumeOf('later')} <> ${volumeOf('first')}) as is_volume from repeated
        join book_import_row as later on later.import_id = ${importId} and later.at = repeated.at
        join book_import_row as first on first.import_id = ${importId} and first.at = repeated.first_at
        left join book as named on named.id = later.book_id
        cross join lateral ${inputRecord(sql`later.input`)} cross join lateral ${inputRecord(sql`first.input`, 'y')}
      where case when is_named then later.title_hash <> first.title_hash and (later.input ?| array['edition', 'volume'] or ${isLonger})
        else ${isOtherEdition('y')} end
    )
    update book_import_row as r set edition_of = case when not is_volume then found.book_id end from found
    where r.import_id = ${importId} and r.at = found.at returning r.at`)
  return rows.map(({ at }) => at).toSorted((a, b) => a - b)
}

/** Adds the ISBNs of rows to the books of which they are other editions, by the row that names that book or the first of them. */
async function addIsbns(
  on: Queryable,
  importId: string,
  further: ReadonlyMap<string, readonly EditionRow[]>,
  genres: Genres,
): Promise<void> {
  const entries = [...further]
  for (let from = 0; from < entries.length; from += BATCH_ROWS) {
    const batch = entries.slice(from, from + BATCH_ROWS)
    const { rows } = await on.execute<EditionRow & { bookId: string }>(sql`
      delete from book_import_row as r using (
        select distinct on (book_id) at from book_import_row
        where import_id = ${importId} and book_id = any(${sql.param(batch.map(([id]) => id))}::uuid[])
          and edition_of is null and not has_id and result <> 'refused' order by book_id, at
      ) as first
      where r.import_id = ${importId} and r.at = first.at
      returning r.at, row, input, genre, notes, copies, encode(record, 'base64') as record,
        book_id as "bookId"`)
    const placed = batch.flatMap(([bookId, others]): PlacedRow[] => {
      const own = rows.find((row) => row.bookId === bookId)
      const isbn = [own, ...others].flatMap((row) => textsOf(row?.input.isbn))
      const all = { isbn: [...new Set(isbn)].slice(0, ISBNS_MAX) }
      const reason = { kind: 'further-isbn' } as const
      const book = { matches: bookId, newId: bookId }
      if (own) {
        const { bookId: _, input, ...row } = own
        return [
          { ...row, input: { ...input, ...all }, ...book },
          ...others.map((other) => ({ ...onlyKey(other), ...book, reason })),
        ]
      }
      const [first, ...rest] = others
      return first
        ? [{ ...onlyKey(first, all), ...book }, ...rest.map((other) => ({ ...onlyKey(other), ...book, reason }))]
        : []
    })
    await insertRows(on, importId, placed, genres)
  }
}

const onlyKey = (
  { at, row, input: { title, author }, editionOf, copies }: EditionRow,
  more: Values = {},
): PlacedRow => ({
  at,
  row,
  ...(copies && { copies }),
  editionOf,
  input: { title, ...(author !== undefined && { author }), ...more },
})
