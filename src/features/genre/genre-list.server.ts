import { count, eq } from 'drizzle-orm'
import { db, type Queryable } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'

/** Selects genres with the number of their books, in a transaction when one is given. */
export const selectGenres = (on: Queryable = db) =>
  on
    .select({
      id: genre.id,
      name: genre.name,
      slug: genre.slug,
      names: genre.names,
      hue: genre.hue,
      bookCount: count(book.id),
    })
    .from(genre)
    .leftJoin(book, eq(book.genreId, genre.id))
    .groupBy(genre.id)
    .$dynamic()
