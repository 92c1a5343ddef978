import { asc, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { namesByLanguage } from '#db/genre-names.server.ts'
import { retryTransaction } from '#db/connection/retry-transaction.server.ts'
import { seedGenres } from '#db/seed/seed.server.ts'
import { genre } from '#db/tables/genre.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { restRoutes } from '#openapi/rest-routes.server.ts'
import { requireRow } from '#rpc/not-found.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { insertGenre, changeGenre, endGenre } from './genre-edit.server.ts'
import {
  genreChangeSchema,
  genreInputSchema,
  genreMergeSchema,
  genreRemovalSchema,
  NO_GENRE_LEFT,
} from './genre-edit.schema.ts'
import { countedGenreSchema, namedGenreSchema } from './genre.schema.ts'
import { selectGenres } from './genre-list.server.ts'

const routes = restRoutes({ path: '/genres', one: 'genre', many: 'genres', problems: ['GENRE_TAKEN'] })

/** Adds a genre. GENRE_TAKEN at `name`, or at the name in a language, when another genre has it in any language. */
const create = procedure('catalogue:genres', { takenBack: 'again' })
  .route(routes.create)
  .input(genreInputSchema)
  .output(countedGenreSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const added = await genreOf(tx, await insertGenre(tx, input))
      context.resHeaders?.set('location', `/api/v1/genres/${added.id}`)
      await context.storeResponse?.(added)
      return added
    }),
  )

/** Changes what is given of a genre. GENRE_TAKEN as in `create`; CONFLICT where a field is not as it `was` read; NOT_FOUND. */
const update = procedure('catalogue:genres', { takenBack: 'undo' })
  .route({
    ...routes.update,
    description:
      'Changes the fields that are given: its name, its names by language, its colour. A seeded genre keeps its words in the languages that get no other name.',
    spec: documentProblems('GENRE_TAKEN', 'CONFLICT'),
  })
  .input(genreChangeSchema)
  .output(countedGenreSchema)
  .handler(({ input: { id, ...change }, context }) =>
    withActor(context.session.actor, async (tx) => {
      await changeGenre(tx, id, change)
      return genreOf(tx, id)
    }),
  )

/** Deletes a genre. GENRE_HAS_BOOKS when it has some and `moveTo` says nothing of them; GENRE_SAME; NOT_FOUND. */
const remove = procedure('catalogue:genres', { takenBack: 'undo' })
  .route({
    ...routes.remove,
    description:
      'Deletes a genre. While it has books, `moveTo` must say what becomes of them: they get another genre, or none.',
    spec: documentProblems('GENRE_HAS_BOOKS', 'GENRE_SAME'),
  })
  .input(genreRemovalSchema)
  .handler(({ input: { id, moveTo }, context: { session } }) =>
    retryTransaction(() =>
      withActor(session.actor, (tx) =>
        endGenre(tx, id, {
          actor: session.actor,
          action: 'genre.delete',
          field: 'moveTo',
          to: moveTo === NO_GENRE_LEFT ? null : moveTo,
        }),
      ),
    ),
  )

/** Merges a genre into another one, which gets its books. GENRE_SAME and VALIDATION_ERROR at `into`; NOT_FOUND. */
const merge = procedure('catalogue:genres', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/genres/{id}/merge',
    operationId: 'mergeGenre',
    summary: 'Merge a genre into another one',
    description: 'Gives all books of a genre another one, and deletes it.',
    successDescription: 'The genre that has the books now.',
    tags: ['Genres'],
    spec: documentProblems('GENRE_SAME'),
  })
  .input(genreMergeSchema)
  .output(countedGenreSchema)
  .handler(({ input: { id, into }, context: { session, storeResponse } }) =>
    retryTransaction(() =>
      withActor(session.actor, async (tx) => {
        await endGenre(tx, id, { actor: session.actor, action: 'genre.merge', field: 'into', to: into })
        const merged = await genreOf(tx, into)
        await storeResponse?.(merged)
        return merged
      }),
    ),
  )

/** Adds the usual genres that the library does not have; returns how many. */
const addUsual = procedure('catalogue:genres', { takenBack: 'again' }).handler(({ context: { session } }) =>
  withActor(session.actor, (tx) => seedGenres(tx, session.actor)),
)

/** Every genre with its names in all languages, those of its slug too; by name. */
const listNamed = procedure('catalogue:genres', { takenBack: 'nothing' })
  .output(z.array(namedGenreSchema))
  .handler(async () => {
    const genres = await selectGenres().orderBy(asc(genre.name))
    return genres.map((one) => ({ ...one, names: namesByLanguage(one) }))
  })

const genreOf = async (tx: Transaction, id: string) => requireRow(await selectGenres(tx).where(eq(genre.id, id)))

export const genreEditRouter = { listNamed, create, update, remove, merge, addUsual }
