import { eq, sql } from 'drizzle-orm'
import { namesByLanguage } from '#base/db/genre-names.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'

/** The number of books of the selected genre. A subquery, since only `genre_id = …` is counted by its index. */
const bookCount = sql<number>`(select count(*)::int from ${book} where ${eq(book.genreId, genre.id)})`

/** Selects genres with the number of their books, in a transaction when one is given. */
export const selectGenres = (on: Queryable = db) =>
  on
    .select({
      id: genre.id,
      name: genre.name,
      slug: genre.slug,
      names: genre.names,
      hue: genre.hue,
      bookCount,
      version: genre.version,
    })
    .from(genre)
    .$dynamic()

/** One genre; NOT_FOUND. */
export const genreOf = async (id: string, on?: Queryable) =>
  requireRow(await selectGenres(on).where(eq(genre.id, requireId(id))))

/** A genre with its names in all languages, those of its slug too. */
export const withAllNames = <One extends Parameters<typeof namesByLanguage>[0]>(one: One) => ({
  ...one,
  names: namesByLanguage(one),
})

/** One genre with its names in all languages; NOT_FOUND. */
export const namedGenreOf = async (id: string, on?: Queryable) => withAllNames(await genreOf(id, on))
