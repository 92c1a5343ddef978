import { eq, sql } from 'drizzle-orm'
import { type GenreMatch, lockGenres, matchGenres } from '#db/genre-names.server.ts'
import type { Queryable } from '#db/client.server.ts'
import { bookImport } from '#db/tables/book-import.ts'
import { genre } from '#db/tables/genre.ts'
import { hueOf } from '#features/genre/genre.schema.ts'
import { inputRecord, changesBook } from './import-sql.server.ts'
import { countResults } from './import-staging.server.ts'

export interface GenresOfNames {
  ids: Map<string, string>
  /** Ids of the genres that were added. */
  added: string[]
}

/**
 * The ids of genres by name. A missing genre is added with a hue derived from its name; without `areAdded` it gets no
 * id.
 */
export async function findOrAddGenres(db: Queryable, names: string[], areAdded: boolean): Promise<GenresOfNames> {
  if (names.length === 0) return { ids: new Map(), added: [] }
  if (areAdded) await lockGenres(db)
  const matches = await matchGenres(db, names)
  const missing = matches.filter(({ id }) => id === null)
  if (missing.length === 0 || !areAdded) return { ids: idsOf(matches), added: [] }
  // The first of several spellings wins.
  const nameOf = new Map(missing.toReversed().map(({ key, name }) => [key, name]))
  const rows = [...nameOf.values()].map((name) => ({ name, hue: hueOf(name) }))
  const inserted = await db.insert(genre).values(rows).onConflictDoNothing().returning({ id: genre.id })
  return { ids: idsOf(await matchGenres(db, names)), added: inserted.map(({ id }) => id) }
}

const idsOf = (matches: GenreMatch[]): Map<string, string> =>
  new Map(matches.flatMap(({ name, id }): [string, string][] => (id === null ? [] : [[name, id]])))

/**
 * Rows of a waiting import that would change nothing but the genre, to one that does not exist, leave their book as it
 * is while genres are not added, and change it again when they are.
 */
export async function followGenreChoice(on: Queryable, importId: string, areAdded: boolean): Promise<void> {
  const [input, hasId] = [sql`r.input`, sql`r.has_id`]
  await on.execute(
    areAdded
      ? sql`update book_import_row set result = 'updated', reason = null
          where import_id = ${importId} and result = 'unchanged' and reason->>'kind' = 'left'`
      : sql`update book_import_row as row set result = 'unchanged', reason = '{"kind": "left"}'
          from (
            select r.at from book_import_row as r join book as b on b.id = r.book_id cross join lateral ${inputRecord(input)}
            where r.import_id = ${importId} and r.result = 'updated' and r.genre is not null and r.genre_id is null
              and not (${changesBook(input, hasId)})
          ) as found
          where row.import_id = ${importId} and row.at = found.at`,
  )
  const [{ total } = { total: 0 }] = await on
    .select({ total: bookImport.total })
    .from(bookImport)
    .where(eq(bookImport.id, importId))
  await on
    .update(bookImport)
    .set(await countResults(importId, on, { from: 0, to: total }))
    .where(eq(bookImport.id, importId))
}
