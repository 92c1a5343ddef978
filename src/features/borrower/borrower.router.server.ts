import * as z from 'zod/mini'
import { eq } from 'drizzle-orm'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { pageWithTotal, quickPage } from '#db/list/answered-page.server.ts'
import { countRows } from '#db/list/page.server.ts'
import { borrower } from '#db/tables/borrower.ts'
import { user } from '#db/tables/user.ts'
import { createError } from '#errors/create-error.server.ts'
import { endHoldsOf } from '#features/loan/shared/holds.server.ts'
import { answerCreated, versionedRows } from '#features/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { restRoutes } from '#openapi/rest-routes.server.ts'
import { requireId } from '#rpc/not-found.server.ts'
import { withEntityTag } from '#rpc/precondition.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { borrowersList, findBorrower, ofGroup } from './borrower-list.server.ts'
import {
  borrowerChangeSchema,
  borrowerFilterSchema,
  borrowerIdSchema,
  borrowerInputSchema,
  borrowerLinkSchema,
  borrowerListInputSchema,
  borrowerListSchema,
  borrowersPageSchema,
  borrowerRemovalSchema,
  borrowerSchema,
} from './borrower.schema.ts'

const PATH = '/borrowers'
const routes = restRoutes({ path: PATH, one: 'borrower', many: 'borrowers', problems: ['NUMBER_TAKEN'] })
const borrowers = versionedRows({
  table: borrower,
  find: findBorrower,
  recorded: { kind: 'borrower', fields: Object.keys(borrowerInputSchema.shape) },
})

/** A page of borrowers with its exact total. */
const list = procedure('borrower:read')
  .route(routes.list)
  .input(borrowerListInputSchema)
  .output(borrowerListSchema)
  .handler(({ input, signal }) => pageWithTotal(borrowersList, { ...input, filter: ofGroup(input), signal }))

/** A page of borrowers without waiting for the total: it is null while it is being counted; `count` returns it. */
const listPage = procedure('borrower:read')
  .input(borrowerListInputSchema)
  .output(borrowersPageSchema)
  .handler(({ input, signal }) => quickPage(borrowersList, { ...input, filter: ofGroup(input), signal }))

/** The exact number of borrowers that a search finds. */
const count = procedure('borrower:read')
  .input(borrowerFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({ total: await countRows(borrowersList, { ...input, filter: ofGroup(input) }) }))

/** One borrower; NOT_FOUND. */
const get = procedure('borrower:read')
  .route(routes.get)
  .input(borrowerIdSchema)
  .output(borrowerSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findBorrower(input.id)))

/** Adds a borrower. NUMBER_TAKEN at `card` or `schoolNumber`. */
const create = procedure('borrower:create')
  .route(routes.create)
  .input(borrowerInputSchema)
  .output(borrowerSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const [row] = await tx.insert(borrower).values(input).returning({ id: borrower.id })
      return answerCreated(context, PATH, await findBorrower(row?.id ?? '', tx))
    }),
  )

/** Saves a borrower in the version that was read: the errors of `versionedRows`, else as `create`. */
const update = procedure('borrower:update', { isVersioned: true })
  .route(routes.update)
  .input(borrowerChangeSchema)
  .output(borrowerSchema)
  .handler(({ input, context }) => withActor(context.session.actor, (tx) => borrowers.update(tx, context, input)))

/**
 * Erases a borrower in the version that was read: the errors of `versionedRows`, BORROWER_HAS_LOANS. It cannot be taken back:
 * loans, activity, history and trash forget the name at once.
 */
const remove = procedure('borrower:delete', { isVersioned: true })
  .route({
    ...routes.remove,
    summary: 'Erase a borrower',
    description:
      'Erases a borrower, if it is still as it was read: name its `version`, or its `ETag` in `If-Match`. Returned loans, the activity and the trash forget the name at once; it cannot be taken back.',
    spec: documentProblems('BORROWER_HAS_LOANS', 'CONFLICT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'),
  })
  .input(borrowerRemovalSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      // What is put aside for them goes to the next who waits.
      await endHoldsOf(tx, requireId(input.id))
      await borrowers.remove(tx, context, input)
    }),
  )

/** Links a borrower to the user with an email address, or removes the link. USER_NOT_FOUND and NUMBER_TAKEN, at `email`. */
const link = procedure('borrower:update')
  .input(borrowerLinkSchema)
  .output(borrowerSchema)
  .handler(({ input: { id, version, email }, context }) =>
    withActor(context.session.actor, async (tx) => {
      const userId = email === null ? null : await idOfUser(tx, email)
      return borrowers.update(tx, context, { id, version, userId })
    }),
  )

async function idOfUser(tx: Transaction, email: string): Promise<string> {
  const [found] = await tx.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (!found) throw createError('USER_NOT_FOUND', { fields: { email: { key: 'borrower_no_user' } } })
  return found.id
}

export const borrowerRouter = { list, listPage, count, get, create, update, remove, link }
