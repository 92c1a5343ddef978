import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { borrowerGroup } from '#base/db/tables/borrower.ts'
import { isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { answerCreated, versionedRows } from '#kit/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { OUTDATED, restRoutes } from '#base/openapi/rest-routes.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import {
  groupChangeSchema,
  groupIdSchema,
  groupInputSchema,
  groupListSchema,
  groupRemovalSchema,
  groupSchema,
  type BorrowerGroup,
} from './group.schema.ts'

const PATH = '/borrower-groups'
const routes = restRoutes({ path: PATH, one: 'borrowerGroup', many: 'borrowerGroups', problems: ['NAME_TAKEN'] })
const tags = ['Borrowers']

const { nameHash: _hash, ...ownColumns } = getTableColumns(borrowerGroup)
const columns = {
  ...ownColumns,
  borrowers: sql<number>`(select count(*)::int from borrower as b where b.group_id = borrower_group.id)`,
} satisfies Record<keyof BorrowerGroup, unknown>

const findGroup = async (id: string, on: Queryable | Transaction = db): Promise<BorrowerGroup> =>
  requireRow(
    await on
      .select(columns)
      .from(borrowerGroup)
      .where(eq(borrowerGroup.id, requireId(id))),
  )

const groups = versionedRows({ table: borrowerGroup, find: findGroup })

/** All groups, in the order in which people count: 2A before 10A. */
const list = procedure('borrower:read')
  .route({
    ...routes.list,
    tags,
    summary: 'List the groups of borrowers',
    description: 'All classes and other groups, by name, with their rules of lending.',
    successDescription: 'The groups.',
  })
  .output(groupListSchema)
  .handler(async () => ({
    items: await db
      .select(columns)
      .from(borrowerGroup)
      .orderBy(asc(sql`${borrowerGroup.name} collate "public"."counted"`)),
  }))

/** One group; NOT_FOUND. */
const get = procedure('borrower:read')
  .route({ ...routes.get, tags, summary: 'Read a group of borrowers' })
  .input(groupIdSchema)
  .output(groupSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findGroup(input.id)))

/** Adds a group. NAME_TAKEN at `name`. */
const create = procedure('borrower:create', { takenBack: 'undo' })
  .route({ ...routes.create, tags, summary: 'Add a group of borrowers' })
  .input(groupInputSchema)
  .output(groupSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const [row] = await tx.insert(borrowerGroup).values(input).returning({ id: borrowerGroup.id })
      return answerCreated(context, PATH, await findGroup(row?.id ?? '', tx))
    }),
  )

/** Saves a group in the version that was read. Its rules hold for loans to come; the open loans stay as they are. */
const update = procedure('borrower:update', { takenBack: 'undo', isVersioned: true })
  .route({ ...routes.update, tags, summary: 'Change a group of borrowers' })
  .input(groupChangeSchema)
  .output(groupSchema)
  .handler(({ input, context }) => withActor(context.session.actor, (tx) => groups.update(tx, context, input)))

/** Deletes a group without borrowers and class sets, in the version that was read. GROUP_HAS_BORROWERS, GROUP_HAS_SET. */
const remove = procedure('borrower:delete', { takenBack: 'undo', isVersioned: true })
  .route({
    ...routes.remove,
    tags,
    summary: 'Delete a group of borrowers',
    spec: documentProblems('GROUP_HAS_BORROWERS', 'GROUP_HAS_SET', ...OUTDATED),
  })
  .input(groupRemovalSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const { borrowers } = await findGroup(requireId(input.id), tx)
      if (borrowers > 0) throw createError('GROUP_HAS_BORROWERS')
      if ((await tx.$count(loan, and(eq(loan.classId, requireId(input.id)), isUnsettledLoan))) > 0)
        throw createError('GROUP_HAS_SET')
      await groups.remove(tx, context, input)
    }),
  )

export const borrowerGroupRouter = { list, get, create, update, remove }
