import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { matchGenres } from '#base/db/genre-names.server.ts'
import type { ImportChoices } from '#base/db/tables/book-import.ts'
import { foldedTitle, hashOfFolded } from '#catalogue/book/shared/book-key.server.ts'
import { newId } from '#base/lib/id.ts'
import type { StagedRow } from './import-book.server.ts'
import { namesOf } from './edition-names.server.ts'
import { changesBook, inputRecord, isOtherEdition } from './import-sql.server.ts'

/** Names of genres whose ids are remembered. */
const GENRES_KNOWN = 10_000

/** A row with its position among all rows of the file, from 0. */
export interface PlacedRow extends StagedRow {
  at: number
  /** The book of the catalogue that the row names; otherwise found by its id, or by its title, author and edition. */
  matches?: string
  /** The id of the book that the row adds; otherwise a new id. */
  newId?: string
  /** Id of the book of which the row is another edition. */
  editionOf?: string
  /** Not matched with a book of the catalogue without edition or volume, since another row of the file names that book. */
  isOwn?: boolean
}

/** What the choices say, and the genres that the rows have named so far. */
export interface Genres {
  choices: ImportChoices
  /** By the name in the file; null for one that does not exist. */
  ids: Map<string, string | null>
}

/** Adds the ids of the genres that the rows name. */
export async function findGenres(on: Queryable, rows: readonly StagedRow[], { choices, ids }: Genres): Promise<void> {
  if (ids.size > GENRES_KNOWN) ids.clear()
  const names = new Set(rows.flatMap(({ genre }) => (genre !== undefined && !ids.has(genre) ? [genre] : [])))
  if (names.size === 0) return
  for (const { name, id } of await matchGenres(on, [...names]))
    ids.set(name, id ?? (Object.hasOwn(choices.genres, name) ? (choices.genres[name] ?? null) : null))
}

/** Whether a genre that does not exist is left out. */
export const isLeftOut = ({ addsGenres, genres }: ImportChoices, name: string): boolean =>
  Object.hasOwn(genres, name) ? genres[name] === null : !addsGenres

const NONE = sql`''`
const EDITION = sql`g.edition`
const VOLUME = sql`g.volume`
/** What the row `g` is compared by, with its edition and volume or others. */
const key = (edition = EDITION, volume = VOLUME): SQL => hashOfFolded(sql`g.folded`, edition, volume)

/**
 * Adds rows with the result that they are expected to have: what they say is compared with the book that they name. Returns the
 * positions of those that seem to be another edition of it.
 */
export async function insertRows(
  on: Queryable,
  importId: string,
  rows: readonly PlacedRow[],
  { choices, ids }: Genres,
): Promise<number[]> {
  const given = rows.map(({ genre, ...row }) => ({
    ...row,
    genre,
    genreId: genre === undefined ? undefined : ids.get(genre),
    isLeft: genre !== undefined && ids.get(genre) === null && isLeftOut(choices, genre),
    newId: row.newId ?? (row.input && newId()),
    // Names of editions under which an earlier import of the file may have added the book.
    names:
      row.input && !row.isOwn && row.id === undefined
        ? namesOf(row.input).filter((one) => one !== row.input?.edition)
        : [],
  }))
  const input = sql`g.input`
  const hasId = sql`(g.id is not null)`
  const changes = changesBook(input, { hasId, fillsOnly: choices.fillsOnly })
  // A genre that is still to be added has no id, and differs from none.
  const changesGenre = sql`(g.genre is not null and (g."genreId" is null or b.genre_id is distinct from g."genreId")
    and (not ${choices.fillsOnly} or b.genre_id is null))`
  const { rows: others } = await on.execute<{ at: number }>(sql`
    with given as materialized (
      select *, coalesce(input->>'edition', '') as edition, coalesce(input->>'volume', '') as volume,
        ${foldedTitle(sql`coalesce(input->>'title', '')`, sql`coalesce(input->>'author', '')`)} as folded
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(at integer, "row" integer, input jsonb,
        genre text, "genreId" uuid, "isLeft" boolean, id uuid, "newId" uuid, reason jsonb, notes text[], cells jsonb,
        matches uuid, "editionOf" uuid, "isOwn" boolean, names jsonb, record text, copies jsonb)
    ), g as materialized (
      -- One whose ISBN is all that counts is not compared with other rows.
      select *, case when input is not null and (matches is null or "editionOf" is null) then ${key()} end as title_hash,
        id is null and "editionOf" is null and not coalesce("isOwn", false) as is_open
      from given as g
    ), staged as materialized (
    select g.at, g.row,
      case when g.reason->>'kind' in ('further-isbn', 'unknown', 'unanswered', 'other-book') then 'unchanged'
        when g.reason is not null or own.id <> same.id then 'refused'
        when b.id is null and merged.book_id is null then 'created'
        -- A book that somebody merged into another one is not added again, and does not change that one.
        when b.id is null then 'unchanged'
        when ${changes} or (${changesGenre} and not g."isLeft") then 'updated'
        else 'unchanged' end as result,
      g.input, g.genre, g."genreId" as genre_id, coalesce(b.id, merged.book_id, g.id, g."newId") as book_id, ${hasId} as has_id,
      g.title_hash,
      case when own.id <> same.id then '{"kind": "taken"}'
        when b.id is not null and g."isLeft" and ${changesGenre} and not (${changes}) then '{"kind": "left"}'
        else g.reason end as reason, g.notes, g.cells, decode(g.record, 'base64') as record, g.copies, is_other,
        coalesce(g."editionOf", case when is_other then b.id end) as edition_of
    from g
    left join book own on own.id = g.id
    left join book same on same.title_hash = g.title_hash
    left join lateral ${inputRecord(input)} on true
    left join lateral (
      select near.id from (
        select 1 as rank, ${key(sql`one`)} as hash from jsonb_array_elements_text(g.names) as one
        -- A book that has no edition or volume yet may be this one.
        union all select 2, ${key(NONE)} where g.edition <> ''
        union all select 3, ${key(EDITION, NONE)} where g.volume <> ''
        union all select 4, ${key(NONE, NONE)} where g.edition <> '' and g.volume <> ''
      ) as one join book near on near.title_hash = one.hash
      where same.id is null and g.is_open and (rank = 2 or not ${isOtherEdition('near')}) order by rank limit 1
    ) as near on true
    left join lateral (
      -- A book that has got an edition or a volume since it came from this file.
      select known.id from book as known
      where same.id is null and near.id is null and g.is_open and known.isbn && x.isbn
        and ${foldedTitle(sql`known.title`, sql`known.author`)} = g.folded
        and (g.edition = '' or public.fold(known.edition) = public.fold(g.edition))
        and (g.volume = '' or public.fold(known.volume) = public.fold(g.volume))
      order by known.id limit 1
    ) as known on true
    left join book b on b.id = coalesce(own.id, g.matches, same.id, near.id, known.id)
    left join lateral (
      select trail.book_id from (
        -- The book may have been merged into another one later.
        select (with recursive step as (
          select merged_book.book_id
          union select later.book_id from step join merged_book as later on later.id = step.book_id
        ) select book.id from step join book on book.id = step.book_id limit 1) as book_id
        from merged_book where b.id is null and (id = g.id or title_hash = g.title_hash)
      ) as trail where trail.book_id is not null limit 1
    ) as merged on true
    cross join lateral (
      select b.id is not null and not ${hasId} and g.matches is null and g.reason is null and ${isOtherEdition('b')} as is_other
    ) as compared
    ), inserted as (
      insert into book_import_row
        (import_id, at, row, result, input, genre, genre_id, book_id, has_id, title_hash, reason, notes, cells, record, copies, edition_of)
      select ${importId}, at, row, result, input, genre, genre_id, book_id, has_id, title_hash, reason, notes, cells, record, copies, edition_of
      from staged
    )
    select at from staged where is_other order by at`)
  return others.map(({ at }) => at)
}
