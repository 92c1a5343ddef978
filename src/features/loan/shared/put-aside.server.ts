import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import type { copy } from '#db/tables/copy.ts'
import { hold } from '#db/tables/loan.ts'
import { now } from '#lib/clock.ts'
import { openDayIn } from './due-day.server.ts'

/** Days that a copy is put aside. */
const FETCH_DAYS = 7

interface PutAside {
  holdId: string
  borrowerId: string
  readyUntil: string
}

/** Puts a copy that is here aside for the first who waits for its book; undefined if nobody does, or it is not lent. */
export async function putAside(
  tx: Transaction,
  { id, bookId, condition }: Pick<typeof copy.$inferSelect, 'id' | 'bookId' | 'condition'>,
): Promise<PutAside | undefined> {
  if (condition !== 'ok' && condition !== 'damaged') return undefined
  const [already] = await tx.select({ id: hold.id }).from(hold).where(eq(hold.copyId, id))
  if (already) return undefined
  const [first] = await tx
    .select()
    .from(hold)
    .where(and(eq(hold.bookId, bookId), isNull(hold.copyId)))
    .orderBy(asc(hold.placedAt), asc(hold.id))
    .limit(1)
    .for('update')
  if (!first) return undefined
  const readyUntil = await openDayIn(tx, FETCH_DAYS)
  await tx
    .update(hold)
    .set({ copyId: id, readyUntil, version: sql`${hold.version} + 1`, updatedAt: now() })
    .where(eq(hold.id, first.id))
  return { holdId: first.id, borrowerId: first.borrowerId, readyUntil }
}
