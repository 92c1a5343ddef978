import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { genre } from '#base/db/tables/genre.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { bookGenreId, summaryColumns } from '#catalogue/book/shared/select-books.server.ts'
import { setsOf } from '#lending/loan/shared/class-sets.server.ts'
import { daysLate } from '#lending/loan/shared/due-day.server.ts'
import { owedLoansOf } from '#lending/loan/shared/owed-loans.server.ts'
import { ruleColumns } from '#lending/loan/shared/lending-rules.server.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import type { DeskBorrower, DeskLoan, DeskPerson } from '../desk-parts.schema.ts'
import type { ScanAnswer } from '../desk.schema.ts'

export const deskCopyColumns = {
  id: copy.id,
  bookId: copy.bookId,
  number: copy.number,
  location: copy.location,
  condition: copy.condition,
}
export const personColumns = {
  id: borrower.id,
  name: borrower.name,
  card: borrower.card,
  group: borrowerGroup.name,
}

// Drizzle nests one level.
export const { genre: genreColumns, ...bookColumns } = summaryColumns

/** The columns of a borrower that lending needs. */
const lentColumns = {
  ...personColumns,
  groupId: borrower.groupId,
  note: borrower.note,
  blockedNote: borrower.blockedNote,
  expiresOn: borrower.expiresOn,
  ...ruleColumns,
}

export const selectPersons = (tx: Queryable) =>
  tx.select(personColumns).from(borrower).leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))

/** A borrower with the rules of the group; undefined for an unknown id. */
export async function findRules(tx: Queryable, id: string) {
  const [row] = await tx
    .select(lentColumns)
    .from(borrower)
    .leftJoin(borrowerGroup, eq(borrowerGroup.id, borrower.groupId))
    .where(eq(borrower.id, id))
  return row
}
export type Rules = NonNullable<Awaited<ReturnType<typeof findRules>>>

/** Keeps the loans of a borrower as they are until the transaction ends. */
export const lockBorrower = (tx: Queryable, id: string) =>
  tx.select({ id: borrower.id }).from(borrower).where(eq(borrower.id, id)).for('update')

export async function findPerson(tx: Queryable, id: string | null): Promise<DeskPerson | undefined> {
  const [person] = id === null ? [] : await selectPersons(tx).where(eq(borrower.id, id))
  return person
}

/** A book as the desk shows it. */
export const deskBook = async (tx: Queryable, id: string): Promise<NonNullable<ScanAnswer['book']>> =>
  requireRow(
    await tx.select(summaryColumns).from(book).leftJoin(genre, eq(genre.id, bookGenreId)).where(eq(book.id, id)),
  )

/** A loan as the desk shows it. */
export function deskLoan(row: typeof loan.$inferSelect): DeskLoan {
  const { id, lentAt, dueOn, returnedAt, renewals } = row
  return { id, lentAt, dueOn, returnedAt, renewals, daysLate: daysLate(row) }
}

/** A borrower as the desk shows them, with what they have and what waits for them. */
export async function deskBorrower(tx: Queryable, rules: Rules): Promise<DeskBorrower> {
  const { id, name, card, group, note, blockedNote, expiresOn, booksAtATime } = rules
  const loans = await tx
    .select({ loan, book: bookColumns, genre: genreColumns, copy: deskCopyColumns })
    .from(loan)
    .innerJoin(copy, eq(copy.id, loan.copyId))
    .innerJoin(book, eq(book.id, copy.bookId))
    .leftJoin(genre, eq(genre.id, bookGenreId))
    .where(and(eq(loan.borrowerId, id), isOpenLoan, isNull(loan.setId)))
    .orderBy(desc(loan.id))
  const holds = await tx
    .select({ id: hold.id, readyUntil: hold.readyUntil, book: bookColumns, genre: genreColumns, copy: deskCopyColumns })
    .from(hold)
    .innerJoin(book, eq(book.id, hold.bookId))
    .leftJoin(copy, eq(copy.id, hold.copyId))
    .leftJoin(genre, eq(genre.id, bookGenreId))
    .where(eq(hold.borrowerId, id))
    .orderBy(asc(hold.placedAt), asc(hold.id))
  const owed = await owedLoansOf(tx, id)
  const sets = await setsOf(tx, id)
  return {
    id,
    name,
    card,
    group,
    note,
    expiresOn,
    booksAtATime,
    blockedNote: blockedNote === '' ? null : blockedNote,
    loans: loans.map((one) => ({ ...deskLoan(one.loan), book: { ...one.book, genre: one.genre }, copy: one.copy })),
    ready: holds.flatMap(({ copy: item, ...one }) =>
      item
        ? [{ holdId: one.id, book: { ...one.book, genre: one.genre }, copy: item, readyUntil: one.readyUntil ?? '' }]
        : [],
    ),
    waiting: holds.flatMap(({ copy: item, ...one }) =>
      item ? [] : [{ holdId: one.id, book: { ...one.book, genre: one.genre } }],
    ),
    sets: sets.map(({ id: setId, title, out, total, dueOn }) => ({ id: setId, title, out, total, dueOn })),
    owed: owed.map(({ id: loanId, book: lost, copy: { number } }) => ({ loanId, book: lost, number })),
  }
}
