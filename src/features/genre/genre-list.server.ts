import { eq, sql } from 'drizzle-orm'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'

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
    })
    .from(genre)
    .$dynamic()
