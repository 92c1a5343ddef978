import { and, asc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { restoreRows } from '#base/db/deleted-rows.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { now } from '#base/lib/clock.ts'
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
  // Locks the copy before looking whether it is free, since a desk may be lending it.
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, copyId)).for('update')
  const [free] = await selectFree(tx, eq(copy.id, copyId))
  return free
}

/** The copies that meet `where` and can be put aside, by number. */
const selectFree = (tx: Transaction, where: SQL) =>
  tx
    .select({ id: copy.id, bookId: copy.bookId })
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
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

/**
 * Ends a hold; a copy that was put aside for it goes to the next who waits. Undefined if there was no such hold. A hold
 * that is `kept` can be restored for as long as what lies in the trash.
 */
export async function endHold(
  tx: Transaction,
  id: string,
  mode: 'kept' | 'forgotten' = 'forgotten',
): Promise<HoldRow | undefined> {
  // Locks the copy before the hold, as the desk does, so that neither of the two waits for the other.
  await tx
    .select({ id: copy.id })
    .from(hold)
    .innerJoin(copy, eq(copy.id, hold.copyId))
    .where(eq(hold.id, id))
    .for('update', { of: copy })
  const [ended] = await tx.delete(hold).where(eq(hold.id, id)).returning()
  // Deleting a hold keeps it in `deleted_row`, to be restored: a forgotten hold is not kept.
  if (mode === 'forgotten') await tx.execute(sql`delete from deleted_row where kind = 'hold' and id = ${id}::uuid`)
  if (ended?.copyId) await putAside(tx, ended.copyId)
  return ended
}

/** Ends all holds of a borrower. */
export async function endHoldsOf(tx: Transaction, borrowerId: string): Promise<void> {
  const holds = await tx.select({ id: hold.id }).from(hold).where(eq(hold.borrowerId, borrowerId))
  for (const { id } of holds) await endHold(tx, id)
}

/**
 * Keeps who waits from being passed over: to be called after copies were added, changed, deleted, restored or found, and after
 * a hold was placed. A hold whose copy is gone, not lent any more, or of another book by now waits again in its place; then
 * every copy on the shelf of a book for which somebody waits is put aside for the first in line.
 */
export async function settleHolds(tx: Transaction): Promise<void> {
  const wrong = await tx
    .select({ id: hold.id })
    .from(hold)
    .leftJoin(copy, and(eq(copy.id, hold.copyId), eq(copy.bookId, hold.bookId), isLendable))
    .where(and(isNotNull(hold.readyUntil), isNull(copy.id)))
    .orderBy(asc(hold.placedAt), asc(hold.id))
  for (const { id } of wrong) await setAside(tx, id, { copyId: null, readyUntil: null })
  const waitedFor = tx.select({ bookId: hold.bookId }).from(hold).where(isNull(hold.copyId))
  for (const { id } of await selectFree(tx, inArray(copy.bookId, waitedFor))) await putAside(tx, id)
}

/**
 * Locks a book before a hold on it is placed: a copy of it that another transaction adds or restores meanwhile is seen, or
 * sees the hold.
 */
export const lockForHold = (tx: Transaction, bookId: string) =>
  tx.select({ id: book.id }).from(book).where(eq(book.id, bookId)).for('update')

/** Whether a hold that was cancelled, and is kept, is that of a borrower. */
export async function isEndedHoldOf(tx: Transaction, id: string, borrowerId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from deleted_row where kind = 'hold' and id = ${id}::uuid and "row"->>'borrower_id' = ${borrowerId}`,
  )
  return rows.length > 0
}

/**
 * Takes the cancellation of a hold back: it waits in its former place, and has the copy that was put aside for it, unless
 * that is lent by now or put aside for somebody who is before it. Undefined if it is not kept any more, or if the borrower
 * waits for the book again.
 */
export async function restoreEndedHold(tx: Transaction, id: string): Promise<HoldRow | undefined> {
  const { rows } = await tx.execute<{ copyId: string | null; readyUntil: string | null }>(sql`
    update deleted_row set "row" = "row" || '{"copy_id": null, "ready_until": null}' from (
      select id, "row"->>'copy_id' as "copyId", "row"->>'ready_until' as "readyUntil" from deleted_row
      where kind = 'hold' and id = ${id}::uuid and not with_parent for update
    ) as former
    where kind = 'hold' and deleted_row.id = former.id returning former."copyId", former."readyUntil"`)
  const [former] = rows
  const [restored] = former ? await restoreRows(tx, hold, [id]) : []
  if (!former || restored === undefined) return undefined
  if (former.copyId !== null) await takeAsideBack(tx, id, former.copyId, former.readyUntil)
  await settleHolds(tx)
  const [row] = await tx.select().from(hold).where(eq(hold.id, id))
  return row
}

/** Gives a hold its former copy again, also from who waits behind it. */
async function takeAsideBack(tx: Transaction, id: string, copyId: string, readyUntil: string | null): Promise<void> {
  await tx.select({ id: copy.id }).from(copy).where(eq(copy.id, copyId)).for('update')
  const [own] = await tx.select().from(hold).where(eq(hold.id, id))
  const [next] = await tx.select().from(hold).where(eq(hold.copyId, copyId)).for('update')
  if (!own) return
  if (next && next.bookId === own.bookId && next.placedAt >= own.placedAt)
    await setAside(tx, next.id, { copyId: null, readyUntil: null })
  const free = await findFreeCopy(tx, copyId)
  if (free?.bookId === own.bookId) await setAside(tx, id, { copyId, readyUntil })
}
