import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { isOpenLoan, loan } from '#base/db/tables/loan.ts'
import type { DeskCopy, DeskPerson } from '../desk-parts.schema.ts'
import { deskCopyColumns, selectPersons } from './desk-views.server.ts'

/** Choices at most: each has a digit. */
export const CHOICES = 9

/** The copy with a number, locked: of two desks that scan it, one waits for the other. */
export async function findCopyByNumber(tx: Transaction, number: string): Promise<DeskCopy | undefined> {
  const [found] = await tx
    .select(deskCopyColumns)
    .from(copy)
    .where(eq(sql`upper(${copy.number})`, number))
    .for('update')
  return found
}

/** The borrower with a library card, or else with a school number. */
export async function findByCard(tx: Transaction, number: string): Promise<DeskPerson | undefined> {
  const [found] = await selectPersons(tx).where(eq(sql`upper(${borrower.card})`, number))
  if (found) return found
  const [pupil] = await selectPersons(tx).where(
    and(eq(sql`upper(${borrower.schoolNumber})`, number), ne(borrower.schoolNumber, '')),
  )
  return pupil
}

/** Digits of the longest number of which zeros in front are looked for. */
const PADDED = 8

/** The copies whose numbers are this one with zeros in front, which some programs leave out: 0098 for 98. */
export async function findPaddedCopies(
  tx: Transaction,
  number: string,
): Promise<{ copy: DeskCopy; isOnLoan: boolean }[]> {
  if (!/^[1-9]\d*$/.test(number) || number.length >= PADDED) return []
  const padded = Array.from({ length: PADDED - number.length }, (_, at) => number.padStart(number.length + at + 1, '0'))
  const rows = await tx
    .select({ ...deskCopyColumns, loanId: loan.id })
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    .where(inArray(sql`upper(${copy.number})`, padded))
    .orderBy(asc(copy.sortNumber))
  return rows.map(({ loanId, ...one }) => ({ copy: one, isOnLoan: loanId !== null }))
}

/** The copies of the books with an ISBN, by number, and whether they are on loan; and the first of the books. */
export async function findByIsbn(tx: Transaction, isbn: string) {
  const hasIsbn = sql`${book.isbn} @> ${sql.param([isbn])}::text[]`
  const [first] = await tx.select({ id: book.id }).from(book).where(hasIsbn).limit(1)
  const copies = await tx
    .select({ ...deskCopyColumns, loanId: loan.id })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    .where(and(hasIsbn, ne(copy.condition, 'withdrawn')))
    .orderBy(asc(copy.sortNumber))
    .limit(CHOICES)
  return { bookId: first?.id, copies: copies.map(({ loanId, ...one }) => ({ copy: one, isOnLoan: loanId !== null })) }
}
