import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hasBorrower, isOwedLoan, isUnsettledLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { settleHolds } from './shared/holds.server.ts'
import { loseOpenLoan, OWED_AGAIN, settledNow } from './shared/lost-loan.server.ts'
import type { Owes, SettledAs } from './shared/lost-loan.schema.ts'

export type LoanChange = (tx: Transaction, loanId: string) => Promise<void>

/** A loan, after its copy is locked, as at the desk. NOT_FOUND. */
async function lockLoan(tx: Transaction, id: string) {
  const { copyId } = requireRow(await tx.select({ copyId: loan.copyId }).from(loan).where(eq(loan.id, id)))
  const [item] = await tx
    .select({ id: copy.id, condition: copy.condition })
    .from(copy)
    .where(eq(copy.id, copyId))
    .for('update')
  return { item, row: requireRow(await tx.select().from(loan).where(eq(loan.id, id)).for('update')) }
}

type Condition = (typeof copy.$inferSelect)['condition']

/** Gives a copy another condition, which the activity records. */
const setCondition = (tx: Transaction, id: string, condition: Condition) =>
  tx
    .update(copy)
    .set({
      condition,
      version: sql`${copy.version} + 1`,
      updatedAt: now(),
      ...(condition === 'ok' && { lastSeenAt: now() }),
    })
    .where(eq(copy.id, id))

/** Ends an open loan as lost, with its copy. LOAN_STATE for one that has ended in another way. */
export async function endAsLost(tx: Transaction, id: string, owes: Owes): Promise<void> {
  const { item, row } = await lockLoan(tx, id)
  // The same loss was said before: nothing to do.
  if (row.lostAt !== null && row.settledAs === (owes === 'nobody' ? 'waived' : null)) return
  if (!item || row.returnedAt !== null || row.lostAt !== null) throw createError('LOAN_STATE')
  await setCondition(tx, item.id, 'lost')
  await loseOpenLoan(tx, item.id, owes)
}

/** Settles what is owed for a lost copy; one that is back can be lent again. LOAN_STATE where nothing is owed. */
export async function settleLostLoan(
  tx: Transaction,
  id: string,
  { as, userId }: { as: SettledAs; userId: string },
): Promise<void> {
  const { item, row } = await lockLoan(tx, id)
  if (row.settledAs === as) return
  const settled = await tx
    .update(loan)
    .set(settledNow({ as, userId }))
    .where(and(eq(loan.id, id), isOwedLoan))
    .returning({ id: loan.id })
  if (settled.length === 0) throw createError('LOAN_STATE')
  if (as !== 'back' || item?.condition !== 'lost') return
  await setCondition(tx, item.id, 'ok')
  await settleHolds(tx)
}

/** Takes a settlement of today back. NOT_UNDOABLE for another one, or where the copy that was back is on loan or gone. */
export async function unsettleLostLoan(tx: Transaction, id: string): Promise<void> {
  const { item, row } = await lockLoan(tx, id)
  const { settledAs, settledAt } = row
  const isOfToday = settledAt !== null && libraryDay(settledAt) === libraryDay()
  // Lent again, or lost again by somebody else.
  const others = await tx.$count(loan, and(eq(loan.copyId, row.copyId), ne(loan.id, id), isUnsettledLoan))
  // What was replaced or paid is owed no more once the copy itself was found.
  const isAsSettled = settledAs === 'back' || item?.condition === 'lost' || item?.condition === 'withdrawn'
  if (!item || !isOfToday || others > 0 || !isAsSettled) throw createError('NOT_UNDOABLE')
  const unsettled = await tx
    .update(loan)
    .set(OWED_AGAIN)
    .where(and(eq(loan.id, id), hasBorrower))
    .returning({ id: loan.id })
  if (unsettled.length === 0) throw createError('NOT_UNDOABLE')
  if (settledAs !== 'back' || item.condition === 'withdrawn') return
  await setCondition(tx, item.id, 'lost')
  await settleHolds(tx)
}
