import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor } from '#db/actor.server.ts'
import { lastChanges } from '#db/last-changes.server.ts'
import { countRows, NO_FILTER, readPage } from '#db/list/page.server.ts'
import { withTimeout } from '#db/list/versioned-cache.server.ts'
import { shelf } from '#db/tables/shelf.ts'
import { now } from '#lib/clock.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { withEntityTag, writeVersion } from '#rpc/precondition.server.ts'
import { hasAccess, procedure } from '#rpc/procedure.server.ts'
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
const tags = ['Shelves']
const FIELDS = Object.keys(shelfInputSchema.shape)

type ListInput = z.output<typeof shelfListInputSchema>
const pageOf = (input: ListInput, signal: AbortSignal | undefined) =>
  readPage(shelvesList, { ...input, filter: NO_FILTER, signal })

/** A page of shelves with its exact total. */
const list = procedure('shelf:read')
  .route({
    method: 'GET',
    path: PATH,
    operationId: 'listShelves',
    summary: 'List and search shelves',
    description:
      'A page of shelves. The next one is asked for with `nextCursor` as `cursor`, and everything else as it was.',
    successDescription: 'A page of shelves.',
    tags,
  })
  .input(shelfListInputSchema)
  .output(shelfListSchema)
  .handler(async ({ input, signal }) => {
    const { total, ...page } = await pageOf(input, signal)
    return { ...page, total: await total() }
  })

/** A page of shelves without waiting for the total: it is null while it is being counted; `count` returns it. */
const listPage = procedure('shelf:read')
  .input(shelfListInputSchema)
  .output(shelvesPageSchema)
  .handler(async ({ input, signal }) => {
    const { total, ...page } = await pageOf(input, signal)
    return { ...page, total: await withTimeout(total()) }
  })

/** The exact number of shelves that a search finds. */
const count = procedure('shelf:read')
  .input(shelfFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({ total: await countRows(shelvesList, { ...input, filter: NO_FILTER }) }))

/** One shelf; NOT_FOUND. */
const get = procedure('shelf:read')
  .route({
    method: 'GET',
    path: `${PATH}/{id}`,
    operationId: 'getShelf',
    summary: 'Read a shelf',
    description: 'One shelf. Its `ETag` is for `If-Match` when it is changed or deleted.',
    successDescription: 'The shelf.',
    tags,
  })
  .input(shelfIdSchema)
  .output(shelfSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findShelf(input.id)))

/** Adds a shelf. NAME_TAKEN at `name`. */
const create = procedure('shelf:create')
  .route({
    method: 'POST',
    path: PATH,
    operationId: 'createShelf',
    summary: 'Add a shelf',
    description: 'Adds a shelf to the library.',
    successDescription: 'The shelf that was added.',
    tags,
    successStatus: 201,
    spec: documentProblems('NAME_TAKEN'),
  })
  .input(shelfInputSchema)
  .output(shelfSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const [row] = await tx.insert(shelf).values(input).returning({ id: shelf.id })
      const added = withEntityTag(context, await findShelf(row?.id ?? '', tx))
      context.resHeaders?.set('location', `/api/v1${PATH}/${added.id}`)
      await context.storeResponse?.(added)
      return added
    }),
  )

/**
 * Saves a shelf based on the version that was read, or that `If-Match` names. CONFLICT or PRECONDITION_FAILED when it
 * has been changed since, NOT_FOUND when it was deleted, PRECONDITION_REQUIRED without a version; else as `create`.
 */
const update = procedure('shelf:update', { isVersioned: true })
  .route({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    operationId: 'updateShelf',
    summary: 'Change a shelf',
    description:
      'Changes the fields that are given, if the shelf is still as it was read: name its `version`, or its `ETag` in `If-Match`.',
    successDescription: 'The shelf as it is now.',
    tags,
    spec: documentProblems('NAME_TAKEN', 'CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'),
  })
  .input(shelfChangeSchema)
  .output(shelfSchema)
  .handler(({ input: { id: given, version, ...fields }, context }) =>
    withActor(context.session.actor, async (tx) => {
      const { id } = await findShelf(given, tx)
      await writeVersion(context, {
        version,
        column: shelf.version,
        write: (isAccepted) =>
          tx
            .update(shelf)
            .set({ ...fields, version: sql`${shelf.version} + 1`, updatedAt: now() })
            .where(and(eq(shelf.id, id), isAccepted))
            .returning({ id: shelf.id }),
        read: () => findShelf(id, tx),
        changes: async () =>
          hasAccess(context.session, 'apps:manager') ? lastChanges(tx, { kind: 'shelf', id }, FIELDS) : undefined,
      })
      return withEntityTag(context, await findShelf(id, tx))
    }),
  )

/** Deletes a shelf; with a version or `If-Match` only that version. The REST API needs one of them. NOT_FOUND. */
const remove = procedure('shelf:delete', { isVersioned: true })
  .route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    operationId: 'deleteShelf',
    summary: 'Delete a shelf',
    description:
      'Deletes a shelf, if it is still as it was read: name its `version`, or its `ETag` in `If-Match`. This cannot be undone.',
    successDescription: 'The shelf is deleted.',
    tags,
    successStatus: 204,
    spec: documentProblems('CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'),
  })
  .input(shelfRemovalSchema)
  .handler(async ({ input: { id: given, version }, context }) => {
    await withActor(context.session.actor, async (tx) => {
      const { id } = await findShelf(given, tx)
      await writeVersion(context, {
        version,
        isDeletion: true,
        column: shelf.version,
        write: (isAccepted) =>
          tx
            .delete(shelf)
            .where(and(eq(shelf.id, id), isAccepted))
            .returning({ id: shelf.id }),
        read: () => findShelf(id, tx),
      })
    })
  })

export const shelfRouter = { list, listPage, count, get, create, update, remove }
