import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { genre } from '#base/db/tables/genre.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { bookGenreId, summaryColumns } from '#catalogue/book/shared/select-books.server.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import type { BorrowerLending } from './borrower-lending.schema.ts'
import { daysLate } from './shared/due-day.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { holdPlace } from './shared/hold-place.server.ts'
import { ruleColumns } from './shared/lending-rules.server.ts'
import { owedLoansOf } from './shared/owed-loans.server.ts'

// Drizzle nests one level.
const { genre: genreColumns, ...bookColumns } = summaryColumns

/** The first day on which a copy of the book of a hold is due. */
const backOn = () => sql<
  string | null
>`(select min(out.due_on)::text from loan as out join copy as lent on lent.id = out.copy_id
  where lent.book_id = ${hold.bookId} and out.returned_at is null and out.lost_at is null and out.due_on >= ${libraryDay()})`

/** What a borrower owes, has and waits for. NOT_FOUND. */
export async function lendingOfBorrower(borrowerId: string): Promise<BorrowerLending> {
  const rules = await db
    .select({ booksAtATime: ruleColumns.booksAtATime })
    .from(borrower)
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .where(eq(borrower.id, borrowerId))
  const { booksAtATime } = requireRow(rules)
  const [owed, loans, holds] = await Promise.all([
    owedLoansOf(db, borrowerId),
    db
      .select({
        id: loan.id,
        dueOn: loan.dueOn,
        returnedAt: loan.returnedAt,
        copy: { id: copy.id, number: copy.number },
        book: bookColumns,
        genre: genreColumns,
      })
      .from(loan)
      .innerJoin(copy, eq(copy.id, loan.copyId))
      .innerJoin(book, eq(book.id, copy.bookId))
      .leftJoin(genre, eq(genre.id, bookGenreId))
      .where(and(eq(loan.borrowerId, borrowerId), isOpenLoan, isNull(loan.setId)))
      .orderBy(asc(loan.dueOn), asc(loan.id)),
    db
      .select({
        id: hold.id,
        place: holdPlace,
        readyUntil: hold.readyUntil,
        backOn: backOn(),
        book: bookColumns,
        genre: genreColumns,
      })
      .from(hold)
      .innerJoin(book, eq(book.id, hold.bookId))
      .leftJoin(genre, eq(genre.id, bookGenreId))
      .where(eq(hold.borrowerId, borrowerId))
      .orderBy(asc(hold.readyUntil), asc(hold.placedAt)),
  ])
  return {
    booksAtATime,
    owed,
    loans: loans.map(({ genre: its, returnedAt, ...row }) => ({
      ...row,
      daysLate: daysLate({ ...row, returnedAt }),
      book: { ...row.book, genre: its },
    })),
    holds: holds.map(({ genre: its, ...row }) => ({ ...row, book: { ...row.book, genre: its } })),
  }
}
