import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { withActor, type Actor, type Transaction } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { pageWithTotal, quickPage } from '#base/db/list/answered-page.server.ts'
import { countRows } from '#base/db/list/page.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import { followCondition } from '#lending/loan/shared/lost-loan.server.ts'
import { answerCreated, versionedRows } from '#kit/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { OUTDATED, restRoutes } from '#base/openapi/rest-routes.server.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { lendingNumberSchema } from '#base/lib/lending-number.schema.ts'
import { namingOwner, requireFreeNumbers } from '#lending/number/shared/number-owner.server.ts'
import { numberSeries } from './number-series.ts'
import { requireNeverLent } from './shared/never-lent.server.ts'
import { copiesList, copiesOfBook, copyPlaces, copyRowsList, findCopy, narrowedTo } from './copy-list.server.ts'
import {
  copiesNewSchema,
  copiesPageSchema,
  copyChangeSchema,
  copyFilterSchema,
  copyIdSchema,
  copyInputSchema,
  copyListInputSchema,
  copyListSchema,
  copyNewSchema,
  copyRemovalSchema,
  copySchema,
  type CopyInput,
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

/** Another state than withdrawn has no reason for it. */
const withFreshReason = <
  Change extends { condition?: CopyInput['condition'] | undefined; withdrawnReason?: string | undefined },
>(
  change: Change,
): Change =>
  change.condition === undefined || change.condition === 'withdrawn' ? change : { ...change, withdrawnReason: '' }

/** A label with another number has not been printed. */
const withFreshLabel = <Change extends { number?: string | undefined }>(change: Change) =>
  change.number === undefined
    ? change
    : {
        labelPrintedOn: sql`case when upper(${copy.number}) = upper(${change.number}) then ${copy.labelPrintedOn} end`,
        ...change,
      }

/** The numbers of a series; VALIDATION_ERROR at `number` for one that cannot be counted on, or becomes too long. */
function seriesOf(first: string, count: number): string[] {
  const numbers = numberSeries(first, count)
  if (!numbers) throw createError('VALIDATION_ERROR', { fields: { number: { key: 'number_no_series' } } })
  const { error } = lendingNumberSchema.safeParse(numbers.at(-1))
  if (error) throw createError('VALIDATION_ERROR', { fields: { number: { key: 'number_invalid' } } })
  return numbers
}

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

/**
 * Adds several copies to a book, with the next numbers, or with those of the series that begins with the one that is given. All
 * or none: NUMBER_TAKEN at `number` names one that is taken, VALIDATION_ERROR there a number that cannot be counted on.
 */
const createMany = procedure('copy:create', { takenBack: 'undo' })
  .input(copiesNewSchema)
  .output(z.object({ added: z.int() }))
  .handler(async ({ input: { count, number, ...fields }, context: { session } }) => {
    const numbers = number === '' ? Array.from({ length: count }, () => '') : seriesOf(number, count)
    if (count > 1 && number !== '') await requireFreeNumbers(session, numbers)
    return namingOwner(session, { number }, () =>
      changeAs(session.actor, async (tx) => {
        await tx.insert(copy).values(numbers.map((one) => ({ ...fields, number: one })))
        return { added: count }
      }),
    )
  })

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
        const saved = await copies.update(tx, context, withFreshLabel(withFreshReason(input)))
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
  update,
  remove,
}
