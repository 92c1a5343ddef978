import { and, asc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import type { copy } from '#base/db/tables/copy.ts'
import { hold } from '#base/db/tables/loan.ts'
import { libraryDay } from '#base/env/library-day.server.ts'

/** Whether no copy of a book can be taken from the shelf, for a query in which the book is no table of its own. */
export const hasNoFreeCopy = (bookId: SQL | typeof book.id | typeof copy.bookId | typeof hold.bookId): SQL => sql`
  not exists (select from copy as shelf where shelf.book_id = ${bookId} and shelf.condition in ('ok', 'damaged')
    and not exists (select from loan as out where out.copy_id = shelf.id and out.returned_at is null and out.lost_at is null)
    and not exists (select from hold as aside where aside.copy_id = shelf.id))`

/** The first other borrower who waits for a book of which no copy is free: their loan is not renewed for that. */
export async function waitsInVain(tx: Queryable, bookId: string, borrowerId: string): Promise<string | undefined> {
  const [first] = await tx
    .select({ borrowerId: hold.borrowerId })
    .from(hold)
    // Drizzle names the table of a column only where tables are joined.
    .innerJoin(book, eq(book.id, hold.bookId))
    .where(
      and(eq(hold.bookId, bookId), isNull(hold.copyId), ne(hold.borrowerId, borrowerId), hasNoFreeCopy(hold.bookId)),
    )
    .orderBy(asc(hold.placedAt), asc(hold.id))
    .limit(1)
  return first?.borrowerId
}

/** Whether the card of a borrower has expired. */
export const isExpired = ({ expiresOn }: { expiresOn: string | null }): boolean =>
  expiresOn !== null && expiresOn < libraryDay()

/** Whether nothing is lent to a borrower: blocked, or the card has expired. */
export const isNothingLent = (who: { blockedNote: string; expiresOn: string | null }): boolean =>
  who.blockedNote !== '' || isExpired(who)
