import { asc } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { seedGenres } from '#base/db/seed/seed.server.ts'
import { genre } from '#base/db/tables/genre.ts'
import { answerCreated } from '#kit/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { restRoutes } from '#base/openapi/rest-routes.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { insertGenre, changeGenre, endGenre } from './genre-edit.server.ts'
import {
  genreChangeSchema,
  genreInputSchema,
  genreMergeSchema,
  genreRemovalSchema,
  NO_GENRE_LEFT,
} from './genre-edit.schema.ts'
import { countedGenreSchema, namedGenreSchema } from './genre.schema.ts'
import { genreOf, selectGenres, withAllNames } from './genre-list.server.ts'

const PATH = '/genres'
const routes = restRoutes({ path: PATH, one: 'genre', many: 'genres', problems: ['GENRE_TAKEN'] })

/** Adds a genre. GENRE_TAKEN at `name`, or at the name in a language, when another genre has it in any language. */
const create = procedure('catalogue:genres', { takenBack: 'again' })
  .route(routes.create)
  .input(genreInputSchema)
  .output(countedGenreSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) =>
      answerCreated(context, PATH, await genreOf(await insertGenre(tx, input), tx)),
    ),
  )

/** Changes what is given of a genre. GENRE_TAKEN as in `create`; the errors of `versionedRows`, but without a version it is changed as it is. */
const update = procedure('catalogue:genres', { takenBack: 'undo', isVersioned: true })
  .route({
    ...routes.update,
    description:
      'Changes the fields that are given: its name, its names by language, its colour. A seeded genre keeps its words in the languages that get no other name. Name the `version`, or the `ETag` in `If-Match`, so that nothing is saved where the genre is otherwise than it was read.',
    spec: documentProblems('GENRE_TAKEN', 'CONFLICT', 'PRECONDITION_FAILED'),
  })
  .input(genreChangeSchema)
  .output(countedGenreSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      await changeGenre(tx, context, input)
      return withEntityTag(context, await genreOf(input.id, tx))
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
  .handler(({ input: { id, into }, context }) =>
    retryTransaction(() =>
      withActor(context.session.actor, async (tx) => {
        await endGenre(tx, id, { actor: context.session.actor, action: 'genre.merge', field: 'into', to: into })
        const merged = withEntityTag(context, await genreOf(into, tx))
        await context.storeResponse?.(merged)
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
    return genres.map(withAllNames)
  })

export const genreEditRouter = { listNamed, create, update, remove, merge, addUsual }
