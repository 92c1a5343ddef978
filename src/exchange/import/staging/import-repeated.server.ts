import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { KEY_FIELDS } from '#catalogue/book/shared/book-key.server.ts'

/** What is said of a copy without a label, which makes its row one. */
const OF_COPY = sql`array['places', 'conditions', 'notes', 'days']`

/** The details of a row that its book has not, as a line. */
const furtherDetails = sql`(
  select string_agg((one->>'name') || ': ' || (one->>'value'), ' – ' order by nth)
  from jsonb_array_elements(coalesce(later.input->'details', '[]')) with ordinality as detail(one, nth)
  where not coalesce(first.input->'details', '[]') @> jsonb_build_array(one))`

/** What the row says of its copies, with a line in the note of each. */
const withLine = (line: SQL): SQL => sql`case when ${line} is null then later.copies - 'unlabelled'
  else (later.copies - 'unlabelled') || jsonb_build_object('notes', (
    select jsonb_agg(left(concat_ws(' – ', nullif(note, ''), ${line}), 1000) order by nth)
    from jsonb_array_elements_text(coalesce(later.copies->'notes', '[""]')) with ordinality as one(note, nth))) end`

/** What the row says beside that by which its book was found; its spelling of that says nothing. A row with an id may change that too. */
const saidBeside = sql`case when later.has_id then later.input else later.input - ${sql.param([...KEY_FIELDS])}::text[] end`
const sameGenre = sql`(later.genre is not distinct from first.genre or public.fold(later.genre) = public.fold(first.genre)
  or later.genre_id = first.genre_id)`

/**
 * Marks rows that name the book of an earlier row. One with a copy adds that: what other columns say stands in the copy's note where
 * the book has no field for it, else the first row counts. Any other is unchanged when it says nothing else, and refused when it
 * does, since it is not clear which of the two is right. Without an author, the same title says too little, unless the ISBN or
 * all the rest is the same.
 */
export async function markRepeated(on: Queryable, importId: string): Promise<void> {
  const isSame = sql`case when later.has_id then later.input = first.input and later.genre is not distinct from first.genre
    else first.input @> ${saidBeside} and (later.genre is null or ${sameGenre}) end`
  const isTitleAlone = sql`(not later.has_id and coalesce(later.input->>'author', '') = '')`
  const isSameBook = sql`(not ${isTitleAlone} or later.input - 'details' - 'title' = first.input - 'details' - 'title'
    or exists (select from jsonb_array_elements(later.input->'isbn') as isbn where first.input->'isbn' @> isbn))`
  // Of rows that count the copies, the one that says most adds some.
  const saysMore = sql`(later.copies ? 'numbers' or (later.copies->>'count')::int > coalesce((first.copies->>'count')::int, 0))`
  const isCopy = sql`(has_copies and later.copies is not null and ${saysMore} and ${isSameBook})`
  const isSameCopy = sql`(${isSame} and later.copies = first.copies and not later.copies->'numbers' ? '')`
  const differences = sql`(
    select jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after)) from (
      select key as field, coalesce(first.input->>key, '') as before, coalesce(later.input->>key, '') as after
      from jsonb_object_keys(case when later.has_id then first.input || later.input else ${saidBeside} end) as key
      where not (key = 'details' and ${isCopy}) and (later.has_id or not coalesce((first.input->key) @> (later.input->key), false))
      union all select 'genre', coalesce(first.genre, ''), coalesce(later.genre, '')
        where later.has_id or not (later.genre is null or ${sameGenre})
    ) as compared where before <> after)`
  // Selects the few repeated rows first: without statistics of the new rows, joining all of them takes minutes.
  await on.execute(sql`
    with keyed as materialized (
      select at, first_value(at) over (same order by at) as first_at,
        -- Labels, or what is said of copies without one.
        bool_or(copies is not null and (not copies ? 'unlabelled' or copies ?| ${OF_COPY})) over same as has_copies
      from book_import_row where import_id = ${importId} and result <> 'refused' and (has_id or title_hash is not null)
      window same as (partition by has_id, case when has_id then uuid_send(book_id) else title_hash end)
    ), found as materialized (
      select at, first_at, has_copies from keyed where at <> first_at
    ), labelled as (
      update book_import_row as r set copies = copies - 'unlabelled',
        notes = coalesce(notes, '{}') || array['next-number']
      where import_id = ${importId} and copies ? 'unlabelled' and at in (select first_at from found where has_copies)
    )
    update book_import_row as later set
      result = case when ${isCopy} or (${isSame} and not ${isTitleAlone}) then 'unchanged' else 'refused' end,
      reason = case when ${isCopy} and not ${isSameCopy}
          then jsonb_strip_nulls(jsonb_build_object('kind', 'further-copy', 'row', first.row, 'differences', ${differences}))
        when ${isTitleAlone} and not ${isCopy} then jsonb_build_object('kind', 'repeated-title', 'row', first.row)
        when ${isSame} then jsonb_build_object('kind', 'repeated-same', 'row', first.row)
        else jsonb_strip_nulls(jsonb_build_object('kind', 'repeated', 'row', first.row, 'differences', ${differences})) end,
      copies = case when ${isCopy} then ${withLine(furtherDetails)} else later.copies end,
      notes = case when ${isCopy} and later.copies ? 'unlabelled' then coalesce(later.notes, '{}') || array['next-number'] else later.notes end,
      book_id = first.book_id
    from found join book_import_row as first on first.import_id = ${importId} and first.at = found.first_at
    where later.import_id = ${importId} and later.at = found.at`)
}
