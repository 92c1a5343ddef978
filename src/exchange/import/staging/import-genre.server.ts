import { inArray } from 'drizzle-orm'
import { type GenreMatch, lockGenres, matchGenres } from '#base/db/genre-names.server.ts'
import type { Queryable } from '#base/db/connection/client.server.ts'
import type { ImportChoices } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { hueOf } from '#catalogue/genre/genre.schema.ts'

/** Throws VALIDATION_ERROR for a genre that does not exist: of books without one, or instead of one of the file. */
export async function requireGenres(on: Queryable, { genreId, genres }: ImportChoices): Promise<void> {
  const chosen: [field: string, id: string | null][] = [
    ['genreId', genreId],
    ...Object.values(genres).map((id): [string, string | null] => ['genres', id]),
  ]
  const ids = chosen.flatMap(([, id]) => id ?? [])
  const found = await on.select({ id: genre.id }).from(genre).where(inArray(genre.id, ids))
  const wrong = chosen.find(([, id]) => id !== null && !found.some((one) => one.id === id))
  if (wrong) throw createError('VALIDATION_ERROR', { fields: { [wrong[0]]: { key: 'genre_gone' } } })
}

export interface GenresOfNames {
  ids: Map<string, string>
  /** Ids of the genres that were added. */
  added: string[]
}

/**
 * The ids of genres by name. A missing genre that `isAdded` gets a hue derived from its name; others get
 * no id.
 */
export async function findOrAddGenres(
  db: Queryable,
  names: string[],
  isAdded: (name: string) => boolean,
): Promise<GenresOfNames> {
  if (names.length === 0) return { ids: new Map(), added: [] }
  if (names.some(isAdded)) await lockGenres(db)
  const matches = await matchGenres(db, names)
  const missing = matches.filter(({ id, name }) => id === null && isAdded(name))
  if (missing.length === 0) return { ids: idsOf(matches), added: [] }
  // The first of several spellings wins.
  const nameOf = new Map(missing.toReversed().map(({ key, name }) => [key, name]))
  const rows = [...nameOf.values()].map((name) => ({ name, hue: hueOf(name) }))
  const inserted = await db.insert(genre).values(rows).onConflictDoNothing().returning({ id: genre.id })
  return { ids: idsOf(await matchGenres(db, names)), added: inserted.map(({ id }) => id) }
}

const idsOf = (matches: GenreMatch[]): Map<string, string> =>
  new Map(matches.flatMap(({ name, id }): [string, string][] => (id === null ? [] : [[name, id]])))
