import { asc, count, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { genreSchema } from './genre.schema.ts'

/** Every genre with the number of its books, by name. */
const list = procedure('genre:read')
  .route({ method: 'GET', path: '/genres', summary: 'List genres', tags: ['Genres'] })
  .output(z.array(z.extend(genreSchema, { bookCount: z.number() })))
  .handler(() =>
    db
      .select({ id: genre.id, name: genre.name, slug: genre.slug, hue: genre.hue, bookCount: count(book.id) })
      .from(genre)
      .leftJoin(book, eq(book.genreId, genre.id))
      .groupBy(genre.id)
      .orderBy(asc(genre.name)),
  )

export const genreRouter = { list }
