import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import type { bookImport } from '#base/db/tables/book-import.ts'

/** An import whose file says something of copies. */
export type CopiesImport = Pick<typeof bookImport.$inferSelect, 'id' | 'choices' | 'columns' | 'total'>

/** Rows of an import, from `from` up to `to`. */
export interface RowRange {
  from: number
  to: number
}

/** Whether the file says something of copies. */
export const hasCopies = ({ columns }: Pick<CopiesImport, 'columns'>): boolean =>
  columns.copies !== undefined || columns.copyNumber !== undefined

/** Whether the book of a row `r` is added by this import. */
export const isOfNewBook = (row: SQL): SQL => sql`exists (select from book_import_row as own
  where own.import_id = ${row}.import_id and own.book_id = ${row}.book_id and own.result = 'created')`

/** What rows say of a copy beside its number, of which `one` takes it from the list of a row. */
const said = (one: (list: SQL) => SQL): SQL => {
  const value = (list: string) => sql`coalesce(${one(sql`copies->${list}`)}, '')`
  return sql`${value('places')} as place, coalesce(nullif(${value('conditions')}, ''), 'ok') as condition,
    ${value('notes')} as note, nullif(${value('days')}, '')::date as day`
}

/**
 * The copies that rows add, as `at` and `nth`, `book_id`, `number` (empty for the next one), `place`, `condition`, `note` and
 * `day`: those with numbers that are free, and as many others as a book has too few. What all rows say of a book counts at
 * once, since a file may have a row for each copy. Books that were here before get some unless they are to be left as they are.
 */
export const plannedCopies = (
  { id, choices }: Pick<CopiesImport, 'id' | 'choices'>,
  { from, to }: RowRange,
): SQL => sql`
  with said as materialized (
    select r.at, r.book_id, r.copies from book_import_row as r
    where r.import_id = ${id} and r.copies is not null and not r.copies ? 'unlabelled' and r.result <> 'refused'
      and (${choices.addsSimilar} or r.similar_id is null)
      and (${choices.changesBooks} or ${isOfNewBook(sql`r`)})
      and r.book_id in (select book_id from book_import_row
        where import_id = ${id} and at >= ${from} and at < ${to} and copies is not null)
  ), each as materialized (
    select at, nth, book_id, number, ${said((list) => sql`coalesce(${list}->>(nth::int - 1), ${list}->>0)`)}
    from said cross join lateral jsonb_array_elements_text(copies->'numbers') with ordinality as one(number, nth)
  ), numbered as materialized (
    select distinct on (upper(number)) * from each where number <> '' order by upper(number), at, nth
  ), free as materialized (
    select * from numbered where not exists (select from lending_number where lending_number.number = upper(numbered.number))
  ), unlabelled as (
    -- From the last: the first may have been added with the rows before.
    select *, row_number() over (partition by book_id order by at desc, nth desc) as from_last from each where number = ''
  ), wanted as (
    select distinct on (book_id) at, book_id, (copies->>'count')::int as count,
      ${said((list) => sql`case when jsonb_array_length(${list}) = 1 then ${list}->>0 end`)}
    from said where copies ? 'count' order by book_id, (copies->>'count')::int desc, at
  ), known as materialized (
    -- Beside what the rows name, a book may have others.
    select book_id, count(*) filter (where kind = 'free')::int as added, count(*) filter (where kind in ('named', 'other'))::int as here,
      greatest(0, count(*) filter (where kind = 'unlabelled') - count(*) filter (where kind = 'other'))::int as unlabelled
    from (
      select book_id, 'free' as kind from free
      union all select book_id, 'unlabelled' from unlabelled
      union all select copy.book_id, case when numbered.number is null then 'other' else 'named' end
        from copy left join numbered on upper(numbered.number) = upper(copy.number) and numbered.book_id = copy.book_id
        where copy.book_id in (select book_id from wanted union select book_id from unlabelled)
    ) as one group by book_id
  )
  select at, nth, book_id, number, place, condition, note, day from (
    select at, nth, book_id, number, place, condition, note, day from free
    union all
    select at, nth, book_id, '', place, condition, note, day from unlabelled
      join known using (book_id) where from_last <= known.unlabelled
    union all
    select at, 1000 + nth, wanted.book_id, '', place, condition, note, day from wanted left join known using (book_id)
      cross join lateral generate_series(1, wanted.count - coalesce(known.here + known.added + known.unlabelled, 0)) as nth
  ) as one
  where at >= ${from} and at < ${to}`

/** How many copies an import that waits would add. */
export async function countPlanned(on: Queryable, record: CopiesImport): Promise<number> {
  if (!hasCopies(record)) return 0
  const { rows } = await on.execute<{ count: number }>(
    sql`select count(*)::int as count from (${plannedCopies(record, { from: 0, to: record.total })}) as planned`,
  )
  return rows[0]?.count ?? 0
}

/** How many copies are on loan by what the rows say. */
export async function countLent(on: Queryable, id: string): Promise<number> {
  const { rows } = await on.execute<{ count: number }>(sql`
    select coalesce(sum((copies->>'lent')::int), 0)::int as count from book_import_row
    where import_id = ${id} and result <> 'refused' and copies ? 'lent' and not copies ? 'unlabelled'`)
  return rows[0]?.count ?? 0
}

/** Notes at rows the numbers that are another book's copy, here or in an earlier row, or a card. */
export async function noteTakenNumbers(on: Queryable, id: string, { from, to }: RowRange): Promise<void> {
  await on.execute(sql`
    with one as materialized (
      select at, book_id, number, first_value(book_id) over (partition by upper(number) order by at) as first_book
      from book_import_row cross join lateral jsonb_array_elements_text(copies->'numbers') as number
      where import_id = ${id} and at >= ${from} and at < ${to} and result <> 'refused' and number <> ''
    ), taken as (
      select at, array_agg(distinct 'taken:copyNumber:' || number) as notes from one
      where book_id <> first_book or (exists (select from lending_number where lending_number.number = upper(one.number))
        and not exists (select from copy where upper(copy.number) = upper(one.number) and copy.book_id = one.book_id))
      group by at
    )
    update book_import_row as r set notes = coalesce(r.notes, '{}') || array(
      select note from unnest(taken.notes) as note where note <> all (coalesce(r.notes, '{}')))
    from taken where r.import_id = ${id} and r.at = taken.at`)
}

/** The columns of copies by what `copies` of a row says of them. */
const SAID = { places: 'copyPlace', conditions: 'copyCondition', notes: 'copyNote', days: 'copyAcquired' }

/** Notes at rows that are no copy, since none of their book has a number, what they say of one. */
export async function noteUnlabelled(on: Queryable, id: string): Promise<void> {
  await on.execute(sql`
    update book_import_row as r set notes = coalesce(notes, '{}') || array(
      select 'left-out:' || (${JSON.stringify(SAID)}::jsonb->>key) || ':' || (value->>0) from jsonb_each(copies)
      where ${JSON.stringify(SAID)}::jsonb ? key)
    where import_id = ${id} and copies ? 'unlabelled' and copies ?| ${sql.param(Object.keys(SAID))}::text[] and result <> 'refused'`)
}

/** What a row `r` says in a list of its number `nth`. */
const saidOf = (list: string): SQL => sql`coalesce(r.copies->${list}->>(nth::int - 1), r.copies->${list}->>0, '')`

/** Notes at rows what they say of copies that are here and do not say it themselves: a copy keeps what it has. */
export async function noteKept(on: Queryable, id: string): Promise<void> {
  await on.execute(sql`
    with kept as (
      select r.at, array_agg(distinct 'kept:' || field) as notes
      from book_import_row as r cross join lateral jsonb_array_elements_text(r.copies->'numbers') with ordinality as each(label, nth)
        join copy as c on c.book_id = r.book_id and upper(c.number) = upper(label)
        cross join lateral (values ('copyPlace', ${saidOf('places')} <> '' and c.location = ''),
          ('copyCondition', ${saidOf('conditions')} not in ('', 'ok') and c.condition = 'ok'),
          ('copyNote', ${saidOf('notes')} <> '' and c.note = ''), ('copyAcquired', ${saidOf('days')} <> '' and c.acquired_on is null)
        ) as said(field, is_more)
      where r.import_id = ${id} and r.result <> 'refused' and r.copies ?| ${sql.param(Object.keys(SAID))}::text[] and is_more
      group by r.at
    )
    update book_import_row as r set notes = coalesce(r.notes, '{}') || kept.notes
    from kept where r.import_id = ${id} and r.at = kept.at`)
}
