import { and, eq, inArray, isNotNull, isNull, not, notInArray, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { db } from '../connection/client.server.ts'
import { book } from '../tables/book.ts'
import { borrower, borrowerGroup } from '../tables/borrower.ts'
import { copy } from '../tables/copy.ts'
import { hold, loan } from '../tables/loan.ts'
import { isSampleBook, sampleBook, sampleBorrower } from '../tables/sample.ts'

/** Counts the sample books, unchanged and edited. */
export async function countSamples(): Promise<{ untouched: number; changed: number }> {
  const [row] = await db
    .select({
      untouched: sql<number>`count(*) filter (where ${book.version} = 1)::int`,
      changed: sql<number>`count(*) filter (where ${book.version} > 1)::int`,
    })
    .from(sampleBook)
    .innerJoin(book, eq(book.id, sampleBook.bookId))
  return row ?? { untouched: 0, changed: 0 }
}

/**
 * Removes the unchanged sample books, with the sample borrowers who have none of the library's own books and for whom none
 * is put aside, their loans and their classes. Samples that were edited or that a borrower of the library has remain, as its
 * own books; returns their titles. Not recorded in the activity, like the seeding of samples.
 */
export const removeSamples = (): Promise<{ removed: number; changed: string[] }> =>
  withActor('none', async (tx) => {
    await removeBorrowers(tx)
    const lent = tx
      .select({ id: copy.bookId })
      .from(copy)
      .innerJoin(loan, and(eq(loan.copyId, copy.id), isNull(loan.returnedAt)))
    const removed = await tx
      .delete(book)
      .where(and(isSampleBook, notInArray(book.id, lent)))
      .returning({ id: book.id })
    const changed = await tx
      .select({ title: book.title })
      .from(book)
      .innerJoin(sampleBook, eq(sampleBook.bookId, book.id))
      .orderBy(book.sortTitle)
    await tx.delete(sampleBook)
    return { removed: removed.length, changed: changed.map(({ title }) => title) }
  })

async function removeBorrowers(tx: Transaction): Promise<void> {
  const ownLoans = tx
    .select({ id: loan.borrowerId })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(and(isNull(loan.returnedAt), isNotNull(loan.borrowerId), not(isSampleBook)))
  const putAside = tx
    .select({ id: hold.borrowerId })
    .from(hold)
    .innerJoin(book, eq(book.id, hold.bookId))
    .where(and(isNotNull(hold.copyId), not(isSampleBook)))
  const gone = await tx
    .select({ id: borrower.id, groupId: borrower.groupId })
    .from(borrower)
    .innerJoin(sampleBorrower, eq(sampleBorrower.borrowerId, borrower.id))
    .where(and(eq(borrower.version, 1), notInArray(borrower.id, ownLoans), notInArray(borrower.id, putAside)))
  const ids = gone.map(({ id }) => id)
  await tx.delete(loan).where(inArray(loan.borrowerId, ids))
  await tx.delete(borrower).where(inArray(borrower.id, ids))
  await tx.delete(sampleBorrower)
  const groups = [...new Set(gone.flatMap(({ groupId }) => groupId ?? []))]
  const filled = tx.select({ id: borrower.groupId }).from(borrower).where(isNotNull(borrower.groupId))
  await tx
    .delete(borrowerGroup)
    .where(and(inArray(borrowerGroup.id, groups), eq(borrowerGroup.version, 1), notInArray(borrowerGroup.id, filled)))
}
