import { asc, eq, inArray } from 'drizzle-orm'
import { hold } from '#base/db/tables/loan.ts'
import type { BookFacts } from '#kit/slice.server.ts'
import { putAside, setAside, settleHolds } from './holds.server.ts'

/**
 * Before books are merged into another one, which gets their copies and holds: a borrower who waits for several of them keeps one
 * hold, from the first day on; the others go with their books.
 */
export const mergeHolds: NonNullable<BookFacts['merging']> = async (tx, from, to) => {
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
  const done = async () => {
    for (const copyId of freed) await putAside(tx, copyId)
    // A copy of one merged book may be on the shelf while somebody waits for another of them.
    await settleHolds(tx)
  }
  return { staying: doubles, done }
}
