import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { genre } from '#base/db/tables/genre.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { bookGenreId, summaryColumns } from '#catalogue/book/shared/select-books.server.ts'
import { copyCounts, isFree, isKept, isLendable } from '../shared/free-copies.server.ts'
import { holdPlace } from '../shared/hold-place.server.ts'
import { owedLoansOf } from '../shared/owed-loans.server.ts'
import { openDayIn } from '../shared/due-day.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { hasNoFreeCopy, isNothingLent } from '../shared/renewal.server.ts'
import { ruleColumns } from '../shared/lending-rules.server.ts'
import { isWaitedFor } from './own-loan-state.ts'
import type { LendingOfBook, OwnHold, OwnLoan, OwnLoans } from './own-loan.schema.ts'

// Drizzle nests one level.
const { genre: genreColumns, ...bookColumns } = summaryColumns

const waitingFor = (bookId: SQL | typeof book.id | typeof copy.bookId, more = sql``) =>
  sql`select from hold as other where other.book_id = ${bookId} and other.copy_id is null ${more}`

/** The borrower that a user is linked to, with the rules of the group; undefined without one. */
export async function borrowerOfUser(userId: string, on: Queryable = db, mode: 'read' | 'locked' = 'read') {
  const { id, blockedNote, expiresOn } = borrower
  const found = on
    .select({ id, blockedNote, expiresOn, ...ruleColumns })
    .from(borrower)
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .where(eq(borrower.userId, userId))
  const [row] = await (mode === 'locked' ? found.for('update', { of: borrower }) : found)
  return row
}
export type OwnBorrower = NonNullable<Awaited<ReturnType<typeof borrowerOfUser>>>

const placesWhere = (condition: SQL) =>
  sql<
    string[]
  >`coalesce(array_agg(distinct ${copy.location}) filter (where ${condition} and ${copy.location} <> ''), '{}')`

/** What is known of the copies of a book, in one query by the index of its copies. */
export async function copiesForReaders(bookId: string, on: Queryable = db): Promise<Omit<LendingOfBook, 'own'>> {
  const [row] = await on
    .select({
      ...copyCounts,
      freePlaces: placesWhere(isFree),
      allPlaces: placesWhere(isKept),
      isOnLoan: sql<boolean>`coalesce(bool_or(${isLendable} and ${loan.id} is not null), false)`,
      backOn: sql<
        string | null
      >`(min(${loan.dueOn}) filter (where ${isLendable} and ${loan.dueOn} >= ${libraryDay()}))::text`,
      isAside: sql<boolean>`coalesce(bool_or(${isLendable} and ${loan.id} is null and ${hold.id} is not null), false)`,
      waiting: sql<number>`(select count(*)::int from hold as other where other.book_id = ${bookId} and other.copy_id is null)`,
    })
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    .leftJoin(hold, eq(hold.copyId, copy.id))
    .where(eq(copy.bookId, bookId))
  if (!row) throw new Error('An aggregate has one row')
  const { freePlaces, allPlaces, ...known } = row
  return { ...known, places: known.free > 0 ? freePlaces : allPlaces }
}

/** Whether another borrower waits for the book of a copy, and none is free. */
const isReserved = (borrowerId: string) =>
  sql<boolean>`exists (${waitingFor(copy.bookId, sql`and other.borrower_id <> ${borrowerId}`)}) and ${hasNoFreeCopy(copy.bookId)}`

const loanColumns = (borrowerId: string) => ({
  id: loan.id,
  number: copy.number,
  dueOn: loan.dueOn,
  renewals: loan.renewals,
  isReserved: isReserved(borrowerId),
})

/** Class sets are looked after at the desk: their readers neither renew them nor have them among their own books. */
const isOpenOf = (borrowerId: string, more?: SQL) =>
  and(eq(loan.borrowerId, borrowerId), isOpenLoan, isNull(loan.setId), more)

/** The open loans of a borrower, of one loan or one book if `more` says so. */
export const openLoansOf = ({ id }: OwnBorrower, on: Queryable, more?: SQL) =>
  on
    .select(loanColumns(id))
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .where(isOpenOf(id, more))
    .orderBy(asc(loan.dueOn), asc(loan.id))

type LoanRow = Awaited<ReturnType<typeof openLoansOf>>[number]

/** Whether a loan can be renewed by its borrower, until the day `later`. */
export function renewalOf(
  { dueOn, renewals, isReserved: reserved }: LoanRow,
  rules: OwnBorrower,
  later: string,
): OwnLoan['renewal'] {
  if (isNothingLent(rules)) return 'blocked'
  if (reserved) return 'reserved'
  if (renewals >= rules.renewals) return 'used'
  return dueOn < later ? 'possible' : 'early'
}

const ownLoan = (row: LoanRow, rules: OwnBorrower, later: string): OwnLoan => ({
  id: row.id,
  number: row.number,
  dueOn: row.dueOn,
  isLate: row.dueOn < libraryDay(),
  renewal: renewalOf(row, rules, later),
})

const holdColumns = { id: hold.id, place: holdPlace, readyUntil: hold.readyUntil }

const ownHold = ({ id, place: at, readyUntil }: OwnHold): OwnHold => ({ id, place: at, readyUntil })

function reservingOf(reader: OwnBorrower, held: number): NonNullable<LendingOfBook['own']>['reserving'] {
  if (isNothingLent(reader)) return 'blocked'
  return held >= reader.booksAtATime ? 'limit' : 'possible'
}

/** What a reader sees of the copies of a book. */
export async function lendingOfBook(bookId: string, userId: string): Promise<LendingOfBook> {
  const [copies, reader] = await Promise.all([copiesForReaders(bookId), borrowerOfUser(userId)])
  if (!reader) return { ...copies, own: null }
  const [rows, holds, later] = await Promise.all([
    openLoansOf(reader, db, eq(copy.bookId, bookId)),
    db
      .select({ ...holdColumns, bookId: hold.bookId })
      .from(hold)
      // Drizzle names the table of a column only where tables are joined.
      .innerJoin(book, eq(book.id, hold.bookId))
      .where(eq(hold.borrowerId, reader.id)),
    openDayIn(db, reader.loanDays),
  ])
  const loans = rows.map((row) => ownLoan(row, reader, later))
  const own = holds.find((one) => one.bookId === bookId)
  const hasNone = loans.length === 0 && own === undefined
  const reserving = hasNone && isWaitedFor(copies) ? reservingOf(reader, holds.length) : 'none'
  return { ...copies, own: { loans, hold: own ? ownHold(own) : null, reserving } }
}

/** The loans and reservations of a user; null without a linked borrower. */
export async function loansOfUser(userId: string): Promise<OwnLoans | null> {
  const reader = await borrowerOfUser(userId)
  if (!reader) return null
  const [owed, loans, holds, later] = await Promise.all([
    owedLoansOf(db, reader.id),
    db
      .select({ ...loanColumns(reader.id), book: bookColumns, genre: genreColumns })
      .from(loan)
      .innerJoin(copy, eq(copy.id, loan.copyId))
      .innerJoin(book, eq(book.id, copy.bookId))
      .leftJoin(genre, eq(genre.id, bookGenreId))
      .where(isOpenOf(reader.id))
      .orderBy(asc(loan.dueOn), asc(loan.id)),
    db
      .select({ ...holdColumns, book: bookColumns, genre: genreColumns })
      .from(hold)
      .innerJoin(book, eq(book.id, hold.bookId))
      .leftJoin(genre, eq(genre.id, bookGenreId))
      .where(eq(hold.borrowerId, reader.id))
      // Holds whose copy is put aside, and can be fetched, come first.
      .orderBy(asc(hold.readyUntil), asc(hold.placedAt)),
    openDayIn(db, reader.loanDays),
  ])
  return {
    owed,
    loans: loans.map((row) => ({ ...ownLoan(row, reader, later), book: { ...row.book, genre: row.genre } })),
    holds: holds.map((row) => ({ ...ownHold(row), book: { ...row.book, genre: row.genre } })),
  }
}
