import { asc, eq } from 'drizzle-orm'
import { VersionedPromiseCache } from '#db/list/versioned-cache.server.ts'
import { tableVersion } from '#db/list/versioned-cache.server.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { genre } from '#db/tables/genre.ts'
import { withSchemaName } from '#lib/schema-meta.ts'
import { unpagedList, unpagedListSchema } from '#lib/list/unpaged-list.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import { noContentSchema } from '#rpc/no-content.schema.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { genreIdSchema } from './genre-edit.schema.ts'
import { selectGenres } from './genre-list.server.ts'
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
  .handler(async ({ input }) => requireRow(await selectGenres().where(eq(genre.id, requireId(input.id)))))

export const genreRouter = { list, get }
