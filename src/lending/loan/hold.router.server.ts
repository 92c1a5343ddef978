import { and, asc, eq } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { hold } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { endHold, lockForHold, restoreEndedHold, settleHolds } from './shared/holds.server.ts'
import { holdIdSchema, holdInputSchema, holdListInputSchema, holdListSchema, holdSchema } from './loan.schema.ts'

const tags = ['Holds']

const selectHolds = (on: Queryable | Transaction = db) =>
  on
    .select({
      id: hold.id,
      bookId: hold.bookId,
      title: book.title,
      borrowerId: hold.borrowerId,
      borrower: borrower.name,
      group: borrowerGroup.name,
      placedAt: hold.placedAt,
      copyId: hold.copyId,
      readyUntil: hold.readyUntil,
    })
    .from(hold)
    .innerJoin(book, eq(book.id, hold.bookId))
    .innerJoin(borrower, eq(borrower.id, hold.borrowerId))
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))

/** The holds on a book, or of a borrower, in the order in which they were placed. */
const list = procedure('loan:read')
  .route({
    method: 'GET',
    path: '/holds',
    operationId: 'listHolds',
    summary: 'List holds',
    description: 'Who waits for what, in the order in which the holds were placed; a thousand at most.',
    successDescription: 'The holds.',
    tags,
  })
  .input(holdListInputSchema)
  .output(holdListSchema)
  .handler(async ({ input: { bookId, borrowerId } }) => ({
    items: await selectHolds()
      .where(
        and(
          bookId === undefined ? undefined : eq(hold.bookId, bookId),
          borrowerId === undefined ? undefined : eq(hold.borrowerId, borrowerId),
        ),
      )
      .orderBy(asc(hold.placedAt), asc(hold.id))
      .limit(1000),
  }))

/** Lets a borrower wait for a book, once: HOLD_TAKEN. NOT_FOUND without book or borrower. */
const create = procedure('loan:update', { takenBack: 'again' })
  .route({
    method: 'POST',
    path: '/holds',
    operationId: 'placeHold',
    summary: 'Place a hold',
    description:
      'Lets a borrower wait for a book. A copy that is on the shelf is put aside for a week at once, else the next one that comes back.',
    successDescription: 'The hold that was placed.',
    successStatus: 201,
    tags,
    spec: documentProblems('HOLD_TAKEN'),
  })
  .input(holdInputSchema)
  .output(holdSchema)
  .handler(({ input, context }) =>
    retryTransaction(() =>
      withActor('none', async (tx) => {
        const id = newId()
        await lockForHold(tx, input.bookId)
        await tx.insert(hold).values({ id, ...input, placedAt: now() })
        await settleHolds(tx)
        const placed = requireRow(await selectHolds(tx).where(eq(hold.id, id)))
        await context.storeResponse?.(placed)
        return placed
      }),
    ),
  )

/** Cancels a hold: a copy that was put aside for it goes to the next who waits. */
const remove = procedure('loan:update', { takenBack: 'again' })
  .route({
    method: 'DELETE',
    path: '/holds/{id}',
    operationId: 'cancelHold',
    summary: 'Cancel a hold',
    description: 'The borrower waits no longer. A copy that was put aside is put aside for the next, if there is one.',
    successDescription: 'The hold is cancelled.',
    successStatus: 204,
    tags,
  })
  .input(holdIdSchema)
  .handler(({ input }) =>
    retryTransaction(() =>
      withActor('none', async (tx) => {
        if (!(await endHold(tx, requireId(input.id), 'kept'))) throw createError('NOT_FOUND')
      }),
    ),
  )

/**
 * Takes the cancellation of a hold back: the borrower has the former place, and the copy that was put aside. NOT_UNDOABLE where
 * they wait for the book again by now, or where it is too long ago.
 */
const restore = procedure('loan:update', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/holds/{id}/restore',
    operationId: 'restoreHold',
    summary: 'Take the cancellation of a hold back',
    description: 'The borrower waits again in the former place, and has the copy that was put aside.',
    successDescription: 'The hold that was cancelled.',
    tags,
    spec: documentProblems('NOT_UNDOABLE'),
  })
  .input(holdIdSchema)
  .output(holdSchema)
  .handler(({ input, context }) =>
    retryTransaction(() =>
      withActor('none', async (tx) => {
        const id = requireId(input.id)
        if (!(await restoreEndedHold(tx, id))) throw createError('NOT_UNDOABLE')
        const restored = requireRow(await selectHolds(tx).where(eq(hold.id, id)))
        await context.storeResponse?.(restored)
        return restored
      }),
    ),
  )

export const holdRouter = { list, create, remove, restore }
