import { and, desc, eq } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import type { copy } from '#base/db/tables/copy.ts'
import { hasBorrower, isOpenLoan, isOwedLoan, loan } from '#base/db/tables/loan.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import type { Owes, SettledAs } from './lost-loan.schema.ts'

type Condition = (typeof copy.$inferSelect)['condition']
type LoanRow = typeof loan.$inferSelect

/** Ends the open loan of a copy as lost. The borrower owes the copy, or by `nobody` it is waived at once. */
export async function loseOpenLoan(tx: Transaction, copyId: string, owes: Owes): Promise<LoanRow | undefined> {
  const at = now()
  const [lost] = await tx
    .update(loan)
    .set({ lostAt: at, ...(owes === 'nobody' && { settledAs: 'waived' as const, settledAt: at }) })
    .where(and(eq(loan.copyId, copyId), isOpenLoan))
    .returning()
  return lost
}

interface Settlement {
  as: SettledAs
  /** The user who settles the loan. */
  userId: string | null
}

/** What settles a loan; one that is back is returned too. */
export const settledNow = ({ as, userId }: Settlement) => ({
  settledAs: as,
  settledAt: now(),
  ...(as === 'back' && { returnedAt: now(), returnedBy: userId }),
})

/** What makes a settled loan owed again. */
export const OWED_AGAIN = { settledAs: null, settledAt: null, returnedAt: null, returnedBy: null }

/** Settles what is owed for a copy, since the copy is here: its loan, or undefined if nobody owes it. */
export async function settleAsBack(
  tx: Transaction,
  copyId: string,
  userId: string | null,
): Promise<LoanRow | undefined> {
  const [settled] = await tx
    .update(loan)
    .set(settledNow({ as: 'back', userId }))
    .where(and(eq(loan.copyId, copyId), isOwedLoan))
    .returning()
  return settled
}

interface ConditionChange {
  copyId: string
  before: Condition
  after: Condition
}

/**
 * What another condition of a copy, whose row is locked, means for its loan: a lost one ends it, and one that was lost and is
 * here again settles it as back. A lost one that is withdrawn is owed all the same.
 */
export async function followCondition(
  tx: Transaction,
  { copyId, before, after }: ConditionChange,
  { owes = 'borrower', userId }: { owes?: Owes | undefined; userId: string },
): Promise<void> {
  if (after === 'lost') await loseOpenLoan(tx, copyId, owes)
  else if (before === 'lost' && after !== 'withdrawn') await settleAsBack(tx, copyId, userId)
}

/**
 * Takes back what `followCondition` did, when a change of the condition made at `changedAt` is: a loan that ended as
 * lost is open again, one that was settled as back is owed again. COPY_ON_LOAN where the copy was lent since and would
 * be lost.
 */
export async function takeConditionBack(
  tx: Transaction,
  { copyId, before, after }: ConditionChange,
  changedAt: Date,
): Promise<void> {
  if (before === after || after === 'withdrawn' || (before !== 'lost' && after !== 'lost')) return
  const [last] = await tx
    .select()
    .from(loan)
    .where(and(eq(loan.copyId, copyId), hasBorrower))
    .orderBy(desc(loan.id))
    .limit(1)
    .for('update')
  if (!last) return
  const isIt = eq(loan.id, last.id)
  if (after === 'lost') {
    if (last.returnedAt === null && last.lostAt === null) throw createError('COPY_ON_LOAN')
    if (last.settledAs === 'back' && isThen(last.settledAt, changedAt))
      await tx.update(loan).set(OWED_AGAIN).where(isIt)
    return
  }
  if (isJustLost(last) && isThen(last.lostAt, changedAt))
    await tx.update(loan).set({ lostAt: null, settledAs: null, settledAt: null }).where(isIt)
}

/** Milliseconds between a change of a copy as the activity has it, by the clock of the database, and that of its loan. */
const TOGETHER = 60_000

const isThen = (at: Date | null, changedAt: Date): boolean =>
  at !== null && Math.abs(at.getTime() - changedAt.getTime()) < TOGETHER

/** Whether nothing but the loss was said of a loan: it is owed, or was waived at the same moment. */
const isJustLost = ({ lostAt, settledAs, settledAt }: LoanRow): boolean =>
  lostAt !== null && (settledAs === null || (settledAs === 'waived' && settledAt?.getTime() === lostAt.getTime()))
