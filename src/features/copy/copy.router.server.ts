import * as z from 'zod/mini'
import { withActor, type Actor, type Transaction } from '#db/actor.server.ts'
import { retryTransaction } from '#db/connection/retry-transaction.server.ts'
import { pageWithTotal } from '#db/list/answered-page.server.ts'
import { copy } from '#db/tables/copy.ts'
import { settleHolds } from '#features/loan/shared/holds.server.ts'
import { answerCreated, versionedRows } from '#features/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { restRoutes } from '#openapi/rest-routes.server.ts'
import { requireId } from '#rpc/not-found.server.ts'
import { withEntityTag } from '#rpc/precondition.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { requireNeverLent } from './shared/never-lent.server.ts'
import { addCopyToEachBook, removeBatch } from './copy-batch.server.ts'
import { copiesList, copiesOfBook, findCopy, ofBook } from './copy-list.server.ts'
import {
  copiesNewSchema,
  copyBatchSchema,
  copyChangeSchema,
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

/** A page of copies with its exact total. */
const list = procedure('copy:read')
  .route(routes.list)
  .input(copyListInputSchema)
  .output(copyListSchema)
  .handler(({ input, signal }) => pageWithTotal(copiesList, { ...input, filter: ofBook(input), signal }))

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
const create = procedure('copy:create')
  .route(routes.create)
  .input(copyNewSchema)
  .output(copySchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const [row] = await tx.insert(copy).values(input).returning({ id: copy.id })
      return answerCreated(context, PATH, await findCopy(row?.id ?? '', tx))
    }),
  )

/** Adds several copies to a book, with the next numbers, or the first with the one that is given. */
const createMany = procedure('copy:create')
  .input(copiesNewSchema)
  .output(z.object({ added: z.int() }))
  .handler(({ input: { count, number, ...fields }, context }) =>
    withActor(context.session.actor, async (tx) => {
      const rows = Array.from({ length: count }, (_, at) => ({ ...fields, number: at === 0 ? number : '' }))
      await tx.insert(copy).values(rows)
      return { added: count }
    }),
  )

/** Adds a copy to each book that has none, or to those of them that are named. */
const createForEach = procedure('copy:create')
  .input(z.strictObject({ bookIds: z.optional(z.array(z.uuid()).check(z.maxLength(10_000))) }))
  .output(copyBatchSchema)
  .handler(({ input, context }) => addCopyToEachBook(context.session.actor, input.bookIds))

/** Takes such a batch back, but for copies that were changed or lent since. */
const removeForEach = procedure('copy:delete')
  .input(z.strictObject({ at: z.date() }))
  .output(z.object({ removed: z.int() }))
  .handler(async ({ input, context }) => ({ removed: await removeBatch(context.session.actor, input.at) }))

/** Changes or deletes a copy, and what was put aside with it. */
const changeAs = <T>(actor: Actor, change: (tx: Transaction) => Promise<T>): Promise<T> =>
  retryTransaction(() =>
    withActor(actor, async (tx) => {
      const changed = await change(tx)
      await settleHolds(tx)
      return changed
    }),
  )

/** Saves a copy in the version that was read: the errors of `versionedRows`, else as `create`. */
const update = procedure('copy:update', { isVersioned: true })
  .route(routes.update)
  .input(copyChangeSchema)
  .output(copySchema)
  .handler(({ input, context }) => changeAs(context.session.actor, (tx) => copies.update(tx, context, input)))

/**
 * Deletes a copy in the version that was read: the errors of `versionedRows`. COPY_WAS_LENT for one with loans, which is
 * withdrawn instead. It can be taken back.
 */
const remove = procedure('copy:delete', { isVersioned: true })
  .route({ ...routes.remove, spec: documentProblems('COPY_WAS_LENT', 'CONFLICT', 'PRECONDITION_FAILED') })
  .input(copyRemovalSchema)
  .handler(({ input, context }) =>
    changeAs(context.session.actor, async (tx) => {
      await requireNeverLent(tx, requireId(input.id))
      await copies.remove(tx, context, input)
    }),
  )

export const copyRouter = { list, listOfBook, get, create, createMany, createForEach, removeForEach, update, remove }
