import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, loan } from '#base/db/tables/loan.ts'

/** Who has a class set and how much of it is back, by the id of the set. */
export interface SetState {
  id: string
  bookId: string
  title: string
  /** Name of the class, or of the borrower; null once the loans have forgotten who it was. */
  name: string | null
  borrowerId: string | null
  classId: string | null
  /** Copies that are out. */
  out: number
  total: number
  /** The first day on which one of the copies that are out is due. */
  dueOn: string | null
  lentAt: Date
}

/**
 * The class sets that meet `where`, a condition on their loans, the latest first.
 *
 * @public for the floors above
 */
export const selectSets = (on: Queryable, where: SQL | undefined): Promise<SetState[]> =>
  on
    .select({
      id: sql<string>`${loan.setId}`,
      bookId: book.id,
      title: book.title,
      name: sql<string | null>`coalesce(max(${borrowerGroup.name}), max(${borrower.name}))`,
      // A copy that came back long ago has forgotten its borrower; the copies that are out have not.
      borrowerId: sql<string | null>`max(${borrower.id}::text)`,
      classId: sql<string | null>`max(${borrowerGroup.id}::text)`,
      out: sql<number>`(count(*) filter (where ${isOpenLoan}))::int`,
      total: sql<number>`count(*)::int`,
      dueOn: sql<string | null>`(min(${loan.dueOn}) filter (where ${isOpenLoan}))::text`,
      lentAt: sql<Date>`min(${loan.lentAt})`.mapWith(loan.lentAt),
    })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .leftJoin(borrower, eq(borrower.id, loan.borrowerId))
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, loan.classId))
    .where(and(isNotNull(loan.setId), where))
    .groupBy(loan.setId, book.id)
    .orderBy(sql`min(${loan.lentAt}) desc`)

/** A class set; undefined for an unknown id, or one whose book was deleted. */
export async function findSet(on: Queryable, id: string): Promise<SetState | undefined> {
  const [state] = await selectSets(on, eq(loan.setId, id))
  return state
}

/** The class sets of which a borrower has copies. */
export const setsOf = (on: Queryable, borrowerId: string): Promise<SetState[]> =>
  selectSets(
    on,
    inArray(
      loan.setId,
      on
        .select({ id: sql<string>`${loan.setId}` })
        .from(loan)
        .where(and(eq(loan.borrowerId, borrowerId), isNotNull(loan.setId), isOpenLoan)),
    ),
  )
