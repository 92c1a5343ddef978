import { and, asc, eq } from 'drizzle-orm'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower, borrowerGroup } from '#db/tables/borrower.ts'
import { hold } from '#db/tables/loan.ts'
import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { newId } from '#lib/id.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { endHold } from './shared/holds.server.ts'
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
const create = procedure('loan:update')
  .route({
    method: 'POST',
    path: '/holds',
    operationId: 'placeHold',
    summary: 'Place a hold',
    description: 'Lets a borrower wait for a book. The next copy that comes back is put aside for a week.',
    successDescription: 'The hold that was placed.',
    successStatus: 201,
    tags,
    spec: documentProblems('HOLD_TAKEN'),
  })
  .input(holdInputSchema)
  .output(holdSchema)
  .handler(({ input, context }) =>
    withActor('none', async (tx) => {
      const id = newId()
      await tx.insert(hold).values({ id, ...input, placedAt: now() })
      const placed = requireRow(await selectHolds(tx).where(eq(hold.id, id)))
      await context.storeResponse?.(placed)
      return placed
    }),
  )

/** Cancels a hold: a copy that was put aside for it goes to the next who waits. */
const remove = procedure('loan:update')
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
    withActor('none', async (tx) => {
      if (!(await endHold(tx, requireId(input.id)))) throw createError('NOT_FOUND')
    }),
  )

export const holdRouter = { list, create, remove }
