import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor, type Actor, type Transaction } from '#db/actor.server.ts'
import { retryTransaction } from '#db/connection/retry-transaction.server.ts'
import { pageWithTotal, quickPage } from '#db/list/answered-page.server.ts'
import { countRows } from '#db/list/page.server.ts'
import { copy } from '#db/tables/copy.ts'
import { settleHolds } from '#features/loan/shared/holds.server.ts'
import { followCondition } from '#features/loan/shared/lost-loan.server.ts'
import { answerCreated, versionedRows } from '#features/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { OUTDATED, restRoutes } from '#openapi/rest-routes.server.ts'
import { requireId } from '#rpc/not-found.server.ts'
import { withEntityTag } from '#rpc/precondition.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { namingOwner } from './shared/number-owner.server.ts'
import { requireNeverLent } from './shared/never-lent.server.ts'
import { addCopyToEachBook, removeBatch } from './copy-batch.server.ts'
import { copiesList, copiesOfBook, copyPlaces, copyRowsList, findCopy, narrowedTo } from './copy-list.server.ts'
import {
  copiesNewSchema,
  copiesPageSchema,
  copyBatchSchema,
  copyChangeSchema,
  copyFilterSchema,
  copyIdSchema,
  copyInputSchema,
  copyListInputSchema,
  copyListSchema,
  copyNewSchema,
  copyRemovalSchema,
  copySchema,
} from './copy.schema.ts'

const PATH = '/copies'
const routes = restRoutes({ path: PATH, one: 'copy', many: 'copies', problems: ['NUMBER_TAKEN'] })
const copies = versionedRows({
  table: copy,
  find: findCopy,
  recorded: { kind: 'copy', fields: Object.keys(copyInputSchema.shape) },
})

/** Changes copies, and what is put aside with them. */
const changeAs = <T>(actor: Actor, change: (tx: Transaction) => Promise<T>): Promise<T> =>
  retryTransaction(() =>
    withActor(actor, async (tx) => {
      const changed = await change(tx)
      await settleHolds(tx)
      return changed
    }),
  )

/** A page of copies with its exact total. */
const list = procedure('copy:read')
  .route(routes.list)
  .input(copyListInputSchema)
  .output(copyListSchema)
  .handler(({ input, signal }) => pageWithTotal(copiesList, { ...input, filter: narrowedTo(input), signal }))

/** A page of copies with their books and who has them, without waiting for the total: it is null while it is being counted. */
const listPage = procedure('copy:read')
  .input(copyListInputSchema)
  .output(copiesPageSchema)
  .handler(({ input, signal }) => quickPage(copyRowsList, { ...input, filter: narrowedTo(input), signal }))

/** The exact number of copies that a search finds. */
const countFound = procedure('copy:read')
  .input(copyFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({ total: await countRows(copyRowsList, { ...input, filter: narrowedTo(input) }) }))

/** The places where copies stand. */
const places = procedure('copy:read').output(z.array(z.string())).handler(copyPlaces)

/** All copies of a book. */
const listOfBook = procedure('copy:read')
  .input(z.strictObject({ bookId: z.uuid() }))
  .output(z.array(copySchema))
  .handler(({ input }) => copiesOfBook(input.bookId))

/** One copy; NOT_FOUND. */
const get = procedure('copy:read')
  .route(routes.get)
  .input(copyIdSchema)
  .output(copySchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findCopy(input.id)))

/** Adds a copy to a book. NUMBER_TAKEN at `number`, NOT_FOUND without the book. */
const create = procedure('copy:create', { takenBack: 'undo' })
  .route(routes.create)
  .input(copyNewSchema)
  .output(copySchema)
  .handler(({ input, context }) =>
    namingOwner(context.session, input, () =>
      changeAs(context.session.actor, async (tx) => {
        const [row] = await tx.insert(copy).values(input).returning({ id: copy.id })
        return answerCreated(context, PATH, await findCopy(row?.id ?? '', tx))
      }),
    ),
  )

/** Adds several copies to a book, with the next numbers, or the first with the one that is given. */
const createMany = procedure('copy:create', { takenBack: 'undo' })
  .input(copiesNewSchema)
  .output(z.object({ added: z.int() }))
  .handler(({ input: { count, number, ...fields }, context }) =>
    namingOwner(context.session, { number }, () =>
      changeAs(context.session.actor, async (tx) => {
        const rows = Array.from({ length: count }, (_, at) => ({ ...fields, number: at === 0 ? number : '' }))
        await tx.insert(copy).values(rows)
        return { added: count }
      }),
    ),
  )

/** Adds a copy to each book that has none, or to those of them that are named. */
const createForEach = procedure('copy:create', { takenBack: 'undo' })
  .input(z.strictObject({ bookIds: z.optional(z.array(z.uuid()).check(z.maxLength(10_000))) }))
  .output(copyBatchSchema)
  .handler(({ input, context }) => addCopyToEachBook(context.session.actor, input.bookIds))

/** Takes such a batch back, but for copies that were changed or lent since. */
const removeForEach = procedure('copy:delete', { takenBack: 'again' })
  .input(z.strictObject({ at: z.date() }))
  .output(z.object({ removed: z.int() }))
  .handler(async ({ input, context }) => ({ removed: await removeBatch(context.session.actor, input.at) }))

/**
 * Saves a copy in the version that was read: the errors of `versionedRows`, else as `create`. One on loan that is lost ends its
 * loan, which its borrower owes unless `owes` says otherwise; one that is no longer lost is back.
 */
const update = procedure('copy:update', { takenBack: 'undo', isVersioned: true })
  .route(routes.update)
  .input(copyChangeSchema)
  .output(copySchema)
  .handler(({ input: { owes, ...input }, context }) =>
    namingOwner(context.session, input, () =>
      changeAs(context.session.actor, async (tx) => {
        const [former] = await tx
          .select({ copyId: copy.id, before: copy.condition })
          .from(copy)
          .where(eq(copy.id, requireId(input.id)))
          .for('update')
        const saved = await copies.update(tx, context, input)
        if (!former || input.condition === undefined) return saved
        await followCondition(tx, { ...former, after: input.condition }, { owes, userId: context.session.user.id })
        return withEntityTag(context, await findCopy(saved.id, tx))
      }),
    ),
  )

/**
 * Deletes a copy in the version that was read: the errors of `versionedRows`. COPY_WAS_LENT for one with loans, which is
 * withdrawn instead. It can be taken back.
 */
const remove = procedure('copy:delete', { takenBack: 'undo', isVersioned: true })
  .route({ ...routes.remove, spec: documentProblems('COPY_WAS_LENT', ...OUTDATED) })
  .input(copyRemovalSchema)
  .handler(({ input, context }) =>
    changeAs(context.session.actor, async (tx) => {
      await requireNeverLent(tx, requireId(input.id))
      await copies.remove(tx, context, input)
    }),
  )

export const copyRouter = {
  list,
  listPage,
  count: countFound,
  places,
  listOfBook,
  get,
  create,
  createMany,
  createForEach,
  removeForEach,
  update,
  remove,
}
