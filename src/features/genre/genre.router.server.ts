import { asc, count, eq } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { KeptAnswers } from '#db/list/kept.server.ts'
import { versionOf } from '#db/list/version.server.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { named } from '#lib/described.ts'
import { wholeList, wholeListSchema } from '#lib/whole-list.ts'
import { nothingSchema } from '#rpc/nothing.schema.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { countedGenreSchema, type CountedGenre } from './genre.schema.ts'

const genreListSchema = named('GenreList', 'All genres.', wholeListSchema(countedGenreSchema))

// Counted once, and again after any change of a book or a genre: as the totals of lists are.
const kept = new KeptAnswers<CountedGenre[]>(1)

/** Every genre with the number of its books, by name. */
const list = procedure('genre:read')
  .route({
    method: 'GET',
    path: '/genres',
    operationId: 'listGenres',
    summary: 'List genres',
    description: 'Every genre with the number of its books, by name.',
    successDescription: 'All genres.',
    tags: ['Genres'],
  })
  .input(nothingSchema)
  .output(genreListSchema)
  .handler(async () => wholeList(await kept.of('', await versionOf(bookChange), countedGenres)))

const countedGenres = async () =>
  await db
    .select({ id: genre.id, name: genre.name, slug: genre.slug, hue: genre.hue, bookCount: count(book.id) })
    .from(genre)
    .leftJoin(book, eq(book.genreId, genre.id))
    .groupBy(genre.id)
    .orderBy(asc(genre.name))

export const genreRouter = { list }
