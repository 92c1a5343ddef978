import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { genre } from '#base/db/tables/genre.ts'
import { isOwedLoan, loan } from '#base/db/tables/loan.ts'
import { bookGenreId, summaryColumns } from '#catalogue/book/shared/select-books.server.ts'
import type { OwedLoan } from './owed-loan.schema.ts'

// Drizzle nests one level.
const { genre: genreColumns, ...bookColumns } = summaryColumns

/** The lost copies that a borrower owes, the first one that was lost first. */
export async function owedLoansOf(on: Queryable, borrowerId: string): Promise<OwedLoan[]> {
  const rows = await on
    .select({
      id: loan.id,
      lostAt: loan.lostAt,
      copy: { id: copy.id, number: copy.number },
      book: bookColumns,
      genre: genreColumns,
    })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .leftJoin(genre, eq(genre.id, bookGenreId))
    .where(and(eq(loan.borrowerId, borrowerId), isOwedLoan))
    .orderBy(asc(loan.lostAt), asc(loan.id))
  return rows.flatMap(({ lostAt, genre: itsGenre, ...row }) =>
    lostAt ? [{ ...row, lostAt, book: { ...row.book, genre: itsGenre } }] : [],
  )
}
