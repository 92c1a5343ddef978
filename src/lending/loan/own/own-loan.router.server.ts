import { and, eq, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { openDayIn } from '../shared/due-day.server.ts'
import { endHold, isEndedHoldOf, lockForHold, restoreEndedHold, settleHolds } from '../shared/holds.server.ts'
import { isNothingLent } from '../shared/renewal.server.ts'
import {
  borrowerOfUser,
  copiesForReaders,
  lendingOfBook,
  loansOfUser,
  openLoansOf,
  renewalOf,
  type OwnBorrower,
} from './own-loan-views.server.ts'
import {
  bookLendingSchema,
  ofBookInputSchema,
  ownHoldInputSchema,
  ownLoanInputSchema,
  ownLoansSchema,
} from './own-loan.schema.ts'

// What readers see and do of lending. The borrower is always that of the session's user, never one that is named.

/** What a reader sees of the copies of a book, and of their own loans of it. */
const ofBook = procedure('book:read', { isLending: true })
  .input(ofBookInputSchema)
  .output(bookLendingSchema)
  .handler(({ input, context }) => lendingOfBook(input.bookId, context.session.user.id))

/** The own loans and reservations; null without a linked borrower. */
const list = procedure('own', { takenBack: 'nothing', isLending: true })
  .output(ownLoansSchema)
  .handler(({ context }) => loansOfUser(context.session.user.id))

/**
 * Renews an own loan from today on. Pressed again it is not renewed again, since it would not be due later. NO_BORROWER,
 * NOT_FOUND, NOTHING_LENT, RENEWALS_USED, BOOK_RESERVED.
 */
const renew = procedure('own', { takenBack: 'again', isLending: true })
  .input(ownLoanInputSchema)
  .handler(({ input, context }) =>
    changeAs(context.session.user.id, async (tx, reader) => {
      await tx.select({ id: loan.id }).from(loan).where(eq(loan.id, input.loanId)).for('update')
      const [open] = await openLoansOf(reader, tx, eq(loan.id, input.loanId))
      if (!open) throw createError('NOT_FOUND')
      const later = await openDayIn(tx, reader.loanDays)
      // Also what was done by the press before.
      if (open.dueOn >= later) return
      const renewal = renewalOf(open, reader, later)
      if (renewal === 'blocked') throw createError('NOTHING_LENT')
      if (renewal === 'reserved') throw createError('BOOK_RESERVED')
      if (renewal === 'used') throw createError('RENEWALS_USED')
      await tx
        .update(loan)
        .set({ dueOn: later, renewals: sql`${loan.renewals} + 1` })
        .where(eq(loan.id, open.id))
    }),
  )

/**
 * Lets the reader wait for a book of which no copy is free; who waits already stays where they are. NO_BORROWER,
 * NOTHING_LENT, BOOK_IS_YOURS, BOOK_ON_SHELF, NO_COPY, HOLD_LIMIT.
 */
const reserve = procedure('own', { takenBack: 'again', isLending: true })
  .input(ofBookInputSchema)
  .handler(({ input: { bookId }, context }) =>
    changeAs(context.session.user.id, async (tx, reader) => {
      const held = await tx.select({ bookId: hold.bookId }).from(hold).where(eq(hold.borrowerId, reader.id))
      if (held.some((one) => one.bookId === bookId)) return
      await requireReservable(tx, reader, bookId)
      if (held.length >= reader.booksAtATime) throw createError('HOLD_LIMIT')
      await tx.insert(hold).values({ bookId, borrowerId: reader.id, placedAt: now() })
      await settleHolds(tx)
    }),
  )

async function requireReservable(tx: Transaction, reader: OwnBorrower, bookId: string): Promise<void> {
  if (isNothingLent(reader)) throw createError('NOTHING_LENT')
  await lockForHold(tx, bookId)
  // Locked, so that none comes back meanwhile and misses the reservation.
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.bookId, bookId)).orderBy(copy.id).for('update')
  const { free, isOnLoan, isAside } = await copiesForReaders(bookId, tx)
  if (free > 0) throw createError('BOOK_ON_SHELF')
  const own = await openLoansOf(reader, tx, eq(copy.bookId, bookId))
  if (own.length > 0) throw createError('BOOK_IS_YOURS')
  if (!isOnLoan && !isAside) throw createError('NO_COPY')
}

/**
 * Cancels an own reservation, which `restore` takes back; one that is gone is cancelled. What was put aside goes to the next who
 * waits. NO_BORROWER.
 */
const cancel = procedure('own', { takenBack: 'undo', isLending: true })
  .input(ownHoldInputSchema)
  .handler(({ input, context }) =>
    changeAs(context.session.user.id, async (tx, reader) => {
      const [own] = await tx
        .select({ id: hold.id })
        .from(hold)
        .where(and(eq(hold.id, input.holdId), eq(hold.borrowerId, reader.id)))
      if (own) await endHold(tx, own.id, 'kept')
    }),
  )

/**
 * Takes the cancellation of an own reservation back: the reader has the former place. NO_BORROWER, HOLD_LIMIT; NOT_UNDOABLE for
 * that of another, where they wait for the book again by now, and where it is too long ago.
 */
const restore = procedure('own', { takenBack: 'undo', isLending: true })
  .input(ownHoldInputSchema)
  .handler(({ input, context }) =>
    changeAs(context.session.user.id, async (tx, reader) => {
      if (!(await isEndedHoldOf(tx, input.holdId, reader.id))) throw createError('NOT_UNDOABLE')
      if ((await tx.$count(hold, eq(hold.borrowerId, reader.id))) >= reader.booksAtATime)
        throw createError('HOLD_LIMIT')
      if (!(await restoreEndedHold(tx, input.holdId))) throw createError('NOT_UNDOABLE')
    }),
  )

/** Changes something of the user's borrower, whose row is locked first, as the desk does. Loans are their own record. */
const changeAs = (userId: string, change: (tx: Transaction, reader: OwnBorrower) => Promise<void>): Promise<void> =>
  retryTransaction(() =>
    withActor('none', async (tx) => {
      const reader = await borrowerOfUser(userId, tx, 'locked')
      if (!reader) throw createError('NO_BORROWER')
      await change(tx, reader)
    }),
  )

export const ownLoanRouter = { ofBook, list, renew, reserve, cancel, restore }
