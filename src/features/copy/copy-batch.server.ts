import { and, asc, eq, notExists, sql } from 'drizzle-orm'
import { withActor, type Actor } from '#db/actor.server.ts'
import { book } from '#db/tables/book.ts'
import { copy } from '#db/tables/copy.ts'
import { loan } from '#db/tables/loan.ts'
import { isAmong } from '#db/trash.server.ts'
import { settleHolds } from '#features/loan/shared/holds.server.ts'
import { now } from '#lib/clock.ts'

/** Copies that one statement adds. */
const AT_ONCE = 1000

/** Adds a copy to each book that has none, or to those of them that are named, in the order of titles. */
export function addCopyToEachBook(
  actor: Actor,
  bookIds: readonly string[] | undefined,
): Promise<{ added: number; at: Date }> {
  const at = now()
  return withActor(actor, async (tx) => {
    const copies = tx.select({ id: copy.id }).from(copy).where(eq(copy.bookId, book.id))
    let added = 0
    for (let last: { id: string; sortTitle: string } | undefined; ;) {
      const books = await tx
        .select({ id: book.id, sortTitle: book.sortTitle })
        .from(book)
        .where(
          and(
            notExists(copies),
            bookIds && sql`${book.id} = ${isAmong(bookIds)}`,
            last && sql`(${book.sortTitle}, ${book.id}) > (${last.sortTitle}, ${last.id}::uuid)`,
          ),
        )
        .orderBy(asc(book.sortTitle), asc(book.id))
        .limit(AT_ONCE)
      last = books.at(-1)
      if (!last) break
      await tx.insert(copy).values(books.map(({ id: bookId }) => ({ bookId, createdAt: at, updatedAt: at })))
      added += books.length
    }
    // Somebody may wait for a book that had none.
    await settleHolds(tx)
    return { added, at }
  })
}

/** Deletes the copies that were added at that moment, and neither changed nor lent since. Returns how many. */
export const removeBatch = (actor: Actor, at: Date): Promise<number> =>
  withActor(actor, async (tx) => {
    const loans = tx.select({ id: loan.id }).from(loan).where(eq(loan.copyId, copy.id))
    const { rowCount } = await tx.delete(copy).where(and(eq(copy.createdAt, at), eq(copy.version, 1), notExists(loans)))
    await settleHolds(tx)
    return rowCount ?? 0
  })
