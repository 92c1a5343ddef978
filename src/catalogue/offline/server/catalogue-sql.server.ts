import { sql, type SQL } from 'drizzle-orm'
import { tableVersionSql } from '#base/db/list/versioned-cache.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import type { WireBook } from '../catalogue-wire.ts'

/** What the catalogue is at the moment of a statement, in which it is selected. */
export type CatalogueState = {
  /** Which database this is. */
  origin: string
  /** Above the numbers of all transactions that have ended. */
  next: string
  /** Version of the tables of books and genres. */
  tables: string
  /** Hash of all genres. */
  genres: string
}

/**
 * Differs for databases that are not one: by the cluster, the database in it, the number of times that the cluster was
 * recovered to an earlier moment, and the table, which restoring a backup makes anew.
 */
const origin = sql`(select left(md5(concat_ws(':', system_identifier, oid, timeline_id, 'public.book'::regclass::oid)), 12)
  from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database())`

const genreRows = sql`select id, name, slug, names, hue, public.fold_words(name || ' ' || words) as words from genre`

/** All genres as JSON, by id. */
export const genreList: SQL = sql`(select coalesce(jsonb_agg(to_jsonb(one) order by one.id), '[]') from (${genreRows}) as one)`

/** The columns of CatalogueState. */
export const stateColumns: SQL = sql`
  ${origin} as origin,
  pg_snapshot_xmax(pg_current_snapshot())::text as next,
  ${tableVersionSql(bookChange)} as tables,
  left(md5(${genreList}::text), 8) as genres`

/** Without the words of the author, which a phone has. */
const otherTitles = sql`split_part(other_words, E'\\x1f', 1)`

/** The columns of CatalogueCheck as JSON, from rows of `book`. */
export const checkColumns: SQL = sql`jsonb_build_object(
  'count', count(*),
  'ids', coalesce(sum(('x' || right(id::text, 12))::bit(48)::bigint) % 281474976710656, 0),
  'bytes', coalesce(sum(octet_length(concat(title, author, publisher, array_to_string(isbn, ''), year, language, series, volume,
    shelf_mark, ${otherTitles}))), 0))`

/** The column of each field that is sent. */
export const COLUMN_OF: Record<keyof WireBook, SQL> = {
  id: sql`id`,
  title: sql`title`,
  author: sql`author`,
  publisher: sql`publisher`,
  genreId: sql`genre_id`,
  isbn: sql`isbn`,
  year: sql`year`,
  language: sql`language`,
  series: sql`series`,
  volume: sql`volume`,
  shelfMark: sql`shelf_mark`,
  otherTitles,
}

/** The columns of WireBook as JSON, from rows of `book` in their order. */
export const wireColumns: SQL = sql`jsonb_build_object(${sql.join(
  Object.entries(COLUMN_OF).map(([field, column]) => sql`${field}::text, coalesce(jsonb_agg(${column}), '[]')`),
  sql`, `,
)})`
