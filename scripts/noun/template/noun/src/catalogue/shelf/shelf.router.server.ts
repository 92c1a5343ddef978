import * as z from 'zod/mini'
import { withActor } from '#base/db/actor.server.ts'
import { pageWithTotal, quickPage } from '#base/db/list/answered-page.server.ts'
import { countRows, NO_FILTER } from '#base/db/list/page.server.ts'
import { shelf } from '#base/db/tables/shelf.ts'
import { answerCreated, versionedRows } from '#kit/noun/shared/versioned-rows.server.ts'
import { restRoutes } from '#base/openapi/rest-routes.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { findShelf, shelvesList } from './shelf-list.server.ts'
import {
  shelfChangeSchema,
  shelfFilterSchema,
  shelfIdSchema,
  shelfInputSchema,
  shelfListInputSchema,
  shelfListSchema,
  shelvesPageSchema,
  shelfRemovalSchema,
  shelfSchema,
} from './shelf.schema.ts'

const PATH = '/shelves'
const routes = restRoutes({ path: PATH, one: 'shelf', many: 'shelves', problems: ['NAME_TAKEN'] })
const shelves = versionedRows({
  table: shelf,
  find: findShelf,
  recorded: { kind: 'shelf', fields: Object.keys(shelfInputSchema.shape) },
})

/** A page of shelves with its exact total. */
const list = procedure('shelf:read')
  .route(routes.list)
  .input(shelfListInputSchema)
  .output(shelfListSchema)
  .handler(({ input, signal }) => pageWithTotal(shelvesList, { ...input, filter: NO_FILTER, signal }))

/** A page of shelves without waiting for the total: it is null while it is being counted; `count` returns it. */
const listPage = procedure('shelf:read')
  .input(shelfListInputSchema)
  .output(shelvesPageSchema)
  .handler(({ input, signal }) => quickPage(shelvesList, { ...input, filter: NO_FILTER, signal }))

/** The exact number of shelves that a search finds. */
const count = procedure('shelf:read')
  .input(shelfFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({ total: await countRows(shelvesList, { ...input, filter: NO_FILTER }) }))

/** One shelf; NOT_FOUND. */
const get = procedure('shelf:read')
  .route(routes.get)
  .input(shelfIdSchema)
  .output(shelfSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findShelf(input.id)))

/** Adds a shelf. NAME_TAKEN at `name`. */
const create = procedure('shelf:create', { takenBack: 'undo' })
  .route(routes.create)
  .input(shelfInputSchema)
  .output(shelfSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const [row] = await tx.insert(shelf).values(input).returning({ id: shelf.id })
      return answerCreated(context, PATH, await findShelf(row?.id ?? '', tx))
    }),
  )

/** Saves a shelf in the version that was read: the errors of `versionedRows`, else as `create`. */
const update = procedure('shelf:update', { takenBack: 'undo', isVersioned: true })
  .route(routes.update)
  .input(shelfChangeSchema)
  .output(shelfSchema)
  .handler(({ input, context }) => withActor(context.session.actor, (tx) => shelves.update(tx, context, input)))

/** Deletes a shelf in the version that was read: the errors of `versionedRows`. It can be taken back. */
const remove = procedure('shelf:delete', { takenBack: 'undo', isVersioned: true })
  .route(routes.remove)
  .input(shelfRemovalSchema)
  .handler(({ input, context }) => withActor(context.session.actor, (tx) => shelves.remove(tx, context, input)))

export const shelfRouter = { list, listPage, count, get, create, update, remove }
