import { and, eq, inArray, isNotNull, not, notInArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { db } from '../connection/client.server.ts'
import { activity } from '../tables/activity.ts'
import { book } from '../tables/book.ts'
import { borrower, borrowerGroup } from '../tables/borrower.ts'
import { copy } from '../tables/copy.ts'
import { hold, isOpenLoan, loan } from '../tables/loan.ts'
import { isSampleBook, sampleBook, sampleBorrower } from '../tables/sample.ts'

/** SQL condition: the borrower is an unchanged sample borrower. */
const ofSample = (borrowerId: AnyPgColumn): SQL =>
  sql`exists (
    select from ${sampleBorrower} inner join ${borrower} on ${borrower.id} = ${sampleBorrower.borrowerId}
    where ${sampleBorrower.borrowerId} = ${borrowerId} and ${borrower.version} = 1
  )`

/**
 * SQL condition on a sample book: the library uses it. It has a copy that a user added or edited, or a borrower other than an
 * unchanged sample borrower has borrowed or reserved it. Where the borrower of a loan was erased, `lentBy` tells real loans
 * from the seeded ones, which have none.
 */
const isUsed = sql<boolean>`(exists (
  select from ${copy} where ${copy.bookId} = ${book.id} and (
    exists (select from ${activity} where ${activity.subjectId} = ${copy.id})
    or exists (select from ${loan} where ${loan.copyId} = ${copy.id} and case
      when ${loan.borrowerId} is null then ${loan.lentBy} is not null
      else not ${ofSample(loan.borrowerId)} end)
  )
) or exists (select from ${hold} where ${hold.bookId} = ${book.id} and not ${ofSample(hold.borrowerId)}))`

/** Counts the sample books: those that `removeSamples` would remove, and those that are the library's own by now. */
export async function countSamples(): Promise<{ untouched: number; changed: number }> {
  const isOwn = sql`(${book.version} > 1 or ${isUsed})`
  const [row] = await db
    .select({
      untouched: sql<number>`count(*) filter (where not ${isOwn})::int`,
      changed: sql<number>`count(*) filter (where ${isOwn})::int`,
    })
    .from(sampleBook)
    .innerJoin(book, eq(book.id, sampleBook.bookId))
  return row ?? { untouched: 0, changed: 0 }
}

/**
 * Removes the unchanged sample books, with the sample borrowers who have none of the library's own books and for whom none
 * is put aside, their loans and their classes. Samples that were edited or that the library uses (`isUsed`) remain, as its own
 * books; returns their titles. Not recorded in the activity, like the seeding of samples.
 */
export const removeSamples = (): Promise<{ removed: number; changed: string[] }> =>
  withActor('none', async (tx) => {
    await removeBorrowers(tx)
    const lent = tx
      .select({ id: copy.bookId })
      .from(copy)
      .innerJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    const removed = await tx
      .delete(book)
      .where(and(isSampleBook, not(isUsed), notInArray(book.id, lent)))
      .returning({ id: book.id })
    const changed = await tx
      .select({ title: book.title })
      .from(book)
      .innerJoin(sampleBook, eq(sampleBook.bookId, book.id))
      .orderBy(book.sortTitle)
    await tx.delete(sampleBook)
    await tx.delete(sampleBorrower)
    return { removed: removed.length, changed: changed.map(({ title }) => title) }
  })

async function removeBorrowers(tx: Transaction): Promise<void> {
  const ownLoans = tx
    .select({ id: loan.borrowerId })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .where(and(isOpenLoan, isNotNull(loan.borrowerId), not(isSampleBook)))
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
  const groups = [...new Set(gone.flatMap(({ groupId }) => groupId ?? []))]
  const filled = tx.select({ id: borrower.groupId }).from(borrower).where(isNotNull(borrower.groupId))
  const withSets = tx.select({ id: loan.classId }).from(loan).where(isNotNull(loan.classId))
  await tx
    .delete(borrowerGroup)
    .where(
      and(
        inArray(borrowerGroup.id, groups),
        eq(borrowerGroup.version, 1),
        notInArray(borrowerGroup.id, filled),
        notInArray(borrowerGroup.id, withSets),
      ),
    )
}
