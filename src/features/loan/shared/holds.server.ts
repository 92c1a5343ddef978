import { and, asc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { copy } from '#db/tables/copy.ts'
import { hold, loan } from '#db/tables/loan.ts'
import { now } from '#lib/clock.ts'
import { openDayIn } from './due-day.server.ts'
import { isLendable } from './free-copies.server.ts'

type HoldRow = typeof hold.$inferSelect

/** Days that a copy is put aside. */
const FETCH_DAYS = 7

/** Puts a copy aside for the first who waits for its book, unless it is not here, not lent, or put aside already. */
export async function putAside(tx: Transaction, copyId: string): Promise<HoldRow | undefined> {
  const free = await findFreeCopy(tx, copyId)
  if (!free) return undefined
  const [first] = await tx
    .select({ id: hold.id })
    .from(hold)
    .where(and(eq(hold.bookId, free.bookId), isNull(hold.copyId)))
    .orderBy(asc(hold.placedAt), asc(hold.id))
    .limit(1)
    .for('update')
  return first && setAside(tx, first.id, { copyId, readyUntil: await openDayIn(tx, FETCH_DAYS) })
}

/** A copy that can be put aside, locked; undefined if it is on loan, not lent, or put aside already. */
export async function findFreeCopy(tx: Transaction, copyId: string) {
  // Before it is looked at, since a desk may be lending it.
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, copyId)).for('update')
  const [free] = await selectFree(tx, eq(copy.id, copyId))
  return free
}

/** Of some copies those that can be put aside, by number. */
const selectFree = (tx: Transaction, where: SQL) =>
  tx
    .select({ id: copy.id, bookId: copy.bookId })
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isNull(loan.returnedAt)))
    .leftJoin(hold, eq(hold.copyId, copy.id))
    .where(and(where, isLendable, isNull(loan.id), isNull(hold.id)))
    .orderBy(copy.sortNumber)

/** Gives a hold a copy and a day, or takes them from it. */
export async function setAside(
  tx: Transaction,
  id: string,
  { copyId, readyUntil }: Pick<HoldRow, 'copyId' | 'readyUntil'>,
): Promise<HoldRow | undefined> {
  const [changed] = await tx
    .update(hold)
    .set({ copyId, readyUntil, version: sql`${hold.version} + 1`, updatedAt: now() })
    .where(eq(hold.id, id))
    .returning()
  return changed
}

/** Ends a hold; a copy that was put aside for it goes to the next who waits. Undefined if it was not there. */
export async function endHold(tx: Transaction, id: string): Promise<HoldRow | undefined> {
  // The copy first, as at the desk, so that neither waits for the other.
  await tx
    .select({ id: copy.id })
    .from(hold)
    .innerJoin(copy, eq(copy.id, hold.copyId))
    .where(eq(hold.id, id))
    .for('update', { of: copy })
  const [ended] = await tx.delete(hold).where(eq(hold.id, id)).returning()
  // It is not kept, as those are that go with their book.
  await tx.execute(sql`delete from deleted_row where kind = 'hold' and id = ${id}::uuid`)
  if (ended?.copyId) await putAside(tx, ended.copyId)
  return ended
}

/** Ends all holds of a borrower. */
export async function endHoldsOf(tx: Transaction, borrowerId: string): Promise<void> {
  const holds = await tx.select({ id: hold.id }).from(hold).where(eq(hold.borrowerId, borrowerId))
  for (const { id } of holds) await endHold(tx, id)
}

/**
 * To be called after copies were changed, deleted or restored. A hold whose copy is gone, not lent any more, or of another
 * book by now waits again in its place; another copy of its book that is on the shelf is put aside for the first who waits.
 */
export async function settleHolds(tx: Transaction): Promise<void> {
  const wrong = await tx
    .select({ id: hold.id, bookId: hold.bookId, copyId: hold.copyId })
    .from(hold)
    .leftJoin(copy, and(eq(copy.id, hold.copyId), eq(copy.bookId, hold.bookId), isLendable))
    .where(and(isNotNull(hold.readyUntil), isNull(copy.id)))
    .orderBy(asc(hold.placedAt), asc(hold.id))
  for (const { id } of wrong) await setAside(tx, id, { copyId: null, readyUntil: null })
  for (const { bookId, copyId } of wrong) {
    if (copyId !== null) await putAside(tx, copyId)
    for (const { id } of await selectFree(tx, eq(copy.bookId, bookId))) if (await putAside(tx, id)) break
  }
}
