import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { savedView } from '#base/db/tables/saved-view.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { answerCreated, versionedRows } from '#kit/noun/shared/versioned-rows.server.ts'
import { unpagedList } from '#base/lib/list/unpaged-list.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { OUTDATED, restRoutes } from '#base/openapi/rest-routes.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { checkSearch, findView, requireList, selectViews } from './view-row.server.ts'
import {
  VIEW_LIMIT,
  viewChangeSchema,
  viewIdSchema,
  viewInputSchema,
  viewListInputSchema,
  viewRemovalSchema,
  viewSchema,
  viewsSchema,
  type ViewList,
} from './view.schema.ts'

const PATH = '/views'
const routes = restRoutes({ path: PATH, one: 'view', many: 'views', problems: ['NAME_TAKEN', 'VIEW_LIMIT'] })

const viewsOf = (session: CurrentSession) =>
  versionedRows({ table: savedView, find: (id, tx) => findView(session, id, tx) })

/** The user's own views of a list and those for all managers, by name. */
const list = procedure('view:read')
  .route({
    ...routes.list,
    summary: 'List views',
    description:
      'Your own views of a list and those for all managers, by name. Needs the permission to read the list, too.',
    successDescription: 'The views.',
  })
  .input(viewListInputSchema)
  .output(viewsSchema)
  .handler(async ({ input, context: { session } }) => {
    requireList(session, input.list)
    return unpagedList(await selectViews(session, input))
  })

/** One view; NOT_FOUND. */
const get = procedure('view:read')
  .route(routes.get)
  .input(viewIdSchema)
  .output(viewSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findView(context.session, input.id)))

/** Adds a view. NAME_TAKEN at `name`, VALIDATION_ERROR at `search`, VIEW_LIMIT. */
const create = procedure('view:create', { takenBack: 'again' })
  .route({
    ...routes.create,
    description: `Adds a view of a list: your own, or one for all managers; at most ${VIEW_LIMIT} of each.`,
  })
  .input(viewInputSchema)
  .output(viewSchema)
  .handler(({ input: { search, isShared, ...fields }, context }) =>
    withActor(context.session.actor, async (tx) => {
      const { session } = context
      requireList(session, fields.list)
      const whose = whoseView(session.user.id, isShared)
      const checked = checkSearch(fields.list, search)
      await requireRoom(tx, fields.list, whose.ownerId)
      const row = { ...fields, ...whose, search: checked }
      const [added] = await tx.insert(savedView).values(row).returning({ id: savedView.id })
      return answerCreated(context, PATH, await findView(session, added?.id ?? '', tx))
    }),
  )

/**
 * Saves a view based on the version that was read, or that `If-Match` names. CONFLICT or PRECONDITION_FAILED when it has
 * been changed since, PRECONDITION_REQUIRED without a version, FIELD_NOT_ALLOWED at `isShared` for a view that another
 * manager shares; NOT_FOUND; else as `create`.
 */
const update = procedure('view:update', { takenBack: 'again', isVersioned: true })
  .route({
    ...routes.update,
    description:
      'Changes the fields that are given, if the view is still as it was read: name its `version`, or its `ETag` in `If-Match`. Every manager may change a view for all managers, but only who shares it can make it their own again.',
    spec: documentProblems('NAME_TAKEN', 'VIEW_LIMIT', 'FIELD_NOT_ALLOWED', ...OUTDATED),
  })
  .input(viewChangeSchema)
  .output(viewSchema)
  .handler(({ input: { id: given, version, search, isShared, ...fields }, context }) =>
    withActor(context.session.actor, async (tx) => {
      const { session } = context
      const { id, ...view } = await findView(session, given, tx)
      const moves = isShared !== undefined && isShared !== view.isShared
      if (moves && !view.isMine) throw createError('FIELD_NOT_ALLOWED', { fields: { isShared: NOT_ALLOWED } })
      const whose = moves ? whoseView(session.user.id, isShared) : undefined
      const checked = search && { search: checkSearch(view.list, search) }
      if (whose) await requireRoom(tx, view.list, whose.ownerId)
      return viewsOf(session).update(tx, context, { ...fields, ...whose, ...checked, id, version })
    }),
  )

const NOT_ALLOWED = { key: 'field_not_allowed' } as const

/** Deletes a view, one's own or one for all managers; with a version or `If-Match` only that version. NOT_FOUND. */
const remove = procedure('view:delete', { takenBack: 'again', isVersioned: true })
  .route({
    ...routes.remove,
    description:
      'Deletes a view, if it is still as it was read: name its `version`, or its `ETag` in `If-Match`. What it shows stays as it is. This cannot be undone.',
  })
  .input(viewRemovalSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const { id } = await findView(context.session, input.id, tx)
      await viewsOf(context.session).remove(tx, context, { ...input, id })
    }),
  )

const whoseView = (userId: string, isShared: boolean) =>
  isShared ? { ownerId: null, sharedById: userId } : { ownerId: userId, sharedById: null }

/** Throws VIEW_LIMIT if one more view is too many; concurrent requests wait. `ownerId` is null for shared views. */
async function requireRoom(tx: Transaction, of: ViewList, ownerId: string | null): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${of} ${ownerId}`}, 0))`)
  const isTheirs = ownerId === null ? isNull(savedView.ownerId) : eq(savedView.ownerId, ownerId)
  if ((await tx.$count(savedView, and(eq(savedView.list, of), isTheirs))) >= VIEW_LIMIT) throw createError('VIEW_LIMIT')
}

export const viewRouter = { list, get, create, update, remove }
