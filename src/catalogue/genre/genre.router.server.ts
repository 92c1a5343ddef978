import { asc } from 'drizzle-orm'
import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { tableVersion } from '#base/db/list/versioned-cache.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { genre } from '#base/db/tables/genre.ts'
import { withSchemaName } from '#base/lib/schema-meta.ts'
import { unpagedList, unpagedListSchema } from '#base/lib/list/unpaged-list.ts'
import { noContentSchema } from '#base/rpc/no-content.schema.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { genreIdSchema } from './genre-edit.schema.ts'
import { genreOf, selectGenres } from './genre-list.server.ts'
import { countedGenreSchema, type CountedGenre } from './genre.schema.ts'

const genreListSchema = withSchemaName('GenreList', 'All genres.', unpagedListSchema(countedGenreSchema))

// Cached until a book or a genre changes, like the totals of lists.
const kept = new VersionedPromiseCache<CountedGenre[]>(1)

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
  .input(noContentSchema)
  .output(genreListSchema)
  .handler(async () => {
    const version = await tableVersion(bookChange)
    return unpagedList(await kept.getOrLoad('', version, async () => await selectGenres().orderBy(asc(genre.name))))
  })

/** One genre with the number of its books; NOT_FOUND. */
const get = procedure('genre:read')
  .route({
    method: 'GET',
    path: '/genres/{id}',
    operationId: 'getGenre',
    summary: 'Read a genre',
    description: 'One genre with the number of its books.',
    successDescription: 'The genre.',
    tags: ['Genres'],
  })
  .input(genreIdSchema)
  .output(countedGenreSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await genreOf(input.id)))

export const genreRouter = { list, get }
