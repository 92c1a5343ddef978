import { asc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { giveBackChildren, handOverChildren, restoreChildren, type Children } from '#db/deleted-rows.server.ts'
import { book } from '#db/tables/book.ts'
import { hold } from '#db/tables/loan.ts'
import { putAside, setAside, settleHolds } from './holds.server.ts'

/**
 * Gives the copies and holds of books to the one into which they are merged, and returns which were whose. A borrower who
 * waits for several of them keeps one hold, from the first day on; the others go with their books.
 */
export async function handOverLending(
  tx: Transaction,
  from: readonly string[],
  to: string,
): Promise<Map<string, Children>> {
  const rows = await tx
    .select()
    .from(hold)
    .where(inArray(hold.bookId, [...from, to]))
    .orderBy(asc(hold.placedAt), asc(hold.id))
    .for('update')
  const doubles: string[] = []
  const freed: string[] = []
  for (const own of Map.groupBy(rows, ({ borrowerId }) => borrowerId).values()) {
    const [first] = own
    const kept = own.find(({ bookId }) => bookId === to) ?? first
    if (!first || !kept || own.length === 1) continue
    await tx.update(hold).set({ placedAt: first.placedAt }).where(eq(hold.id, kept.id))
    let { copyId } = kept
    for (const double of own.filter(({ id }) => id !== kept.id)) {
      doubles.push(double.id)
      if (double.copyId === null) continue
      await setAside(tx, double.id, { copyId: null, readyUntil: null })
      if (copyId === null) await setAside(tx, kept.id, double)
      else freed.push(double.copyId)
      copyId ??= double.copyId
    }
  }
  const handedOver = await handOverChildren(tx, book, from, to, doubles)
  for (const copyId of freed) await putAside(tx, copyId)
  // A copy of the one may be on the shelf while somebody waits for the other.
  await settleHolds(tx)
  return handedOver
}

/**
 * Gives merged books that are there again what was theirs. A copy that is put aside for a hold on another book than its own
 * is put aside for who waits for that.
 */
export async function giveBackLending(
  tx: Transaction,
  from: string,
  merged: readonly { id: string; children: Children }[],
): Promise<void> {
  for (const { id, children } of merged) await giveBackChildren(tx, book, { from, to: id, children })
  const ids = merged.map(({ id }) => id)
  await restoreChildren(tx, book, ids)
  await settleHolds(tx)
}
