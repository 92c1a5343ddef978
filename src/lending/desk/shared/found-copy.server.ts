import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hasBorrower, hold, isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { now } from '#base/lib/clock.ts'
import { putAside, setAside, settleHolds } from '#lending/loan/shared/holds.server.ts'
import { OWED_AGAIN, settleAsBack } from '#lending/loan/shared/lost-loan.server.ts'
import { dealWithRefusalsOf } from './desk-refusals.server.ts'
import { endLoan, openLoanOf } from './lend-copy.server.ts'

// What the desk does with a copy that is scanned, for copies that were found on a shelf. Their rows are locked by the caller.

/** Returns a copy on loan, as a scan in a return does. The id of its loan; undefined where it is not on loan. */
export async function returnFound(tx: Transaction, copyId: string, userId: string): Promise<string | undefined> {
  const open = await openLoanOf(tx, copyId)
  if (!open) return undefined
  const by = { user: { id: userId } }
  await endLoan(tx, by, open, {})
  await putAside(tx, copyId)
  await dealWithRefusalsOf(tx, by, copyId)
  return open.id
}

/** Makes a loan open again that `returnFound` has ended; false where something was done with the copy or the loan since. */
export async function takeReturnBack(tx: Transaction, copyId: string, loanId: string): Promise<boolean> {
  const [item] = await tx.select({ condition: copy.condition }).from(copy).where(eq(copy.id, copyId))
  const others = await tx.$count(loan, and(eq(loan.copyId, copyId), isUnsettledLoan))
  if (!item || item.condition === 'lost' || others > 0) return false
  const reopened = await tx
    .update(loan)
    .set({ returnedAt: null, returnedBy: null })
    .where(and(eq(loan.id, loanId), isNotNull(loan.returnedAt), isNull(loan.lostAt), hasBorrower))
    .returning({ id: loan.id })
  if (reopened.length === 0) return false
  await releaseAside(tx, copyId)
  return true
}

/** Makes a lost copy one that can be lent, and settles the loan that owes it as `back`. Returns that loan, if there is one. */
export async function findLost(tx: Transaction, copyId: string, userId: string): Promise<{ settled?: string }> {
  const settled = await settleAsBack(tx, copyId, userId)
  await setCondition(tx, copyId, 'ok')
  await putAside(tx, copyId)
  return settled ? { settled: settled.id } : {}
}

/** A copy that `findLost` has found is lost again, and owed; false where something was done with it since. */
export async function takeFindBack(tx: Transaction, copyId: string, settled: string | undefined): Promise<boolean> {
  const [item] = await tx.select({ condition: copy.condition }).from(copy).where(eq(copy.id, copyId))
  const others = await tx.$count(loan, and(eq(loan.copyId, copyId), isUnsettledLoan))
  if (item?.condition !== 'ok' || others > 0) return false
  await setCondition(tx, copyId, 'lost')
  if (settled !== undefined)
    await tx
      .update(loan)
      .set(OWED_AGAIN)
      .where(and(eq(loan.id, settled), eq(loan.settledAs, 'back'), hasBorrower))
  await settleHolds(tx)
  return true
}

const setCondition = (tx: Transaction, id: string, condition: 'ok' | 'lost') =>
  tx
    .update(copy)
    .set({ condition, version: sql`${copy.version} + 1`, updatedAt: now() })
    .where(eq(copy.id, id))

/** Ends that a copy is put aside, since it is not on the shelf: the borrower who waits gets another copy, or waits on. */
async function releaseAside(tx: Transaction, copyId: string): Promise<void> {
  const [aside] = await tx.select({ id: hold.id }).from(hold).where(eq(hold.copyId, copyId))
  if (!aside) return
  await setAside(tx, aside.id, { copyId: null, readyUntil: null })
  await settleHolds(tx)
}
