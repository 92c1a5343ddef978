import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { beginsWord, wordsOf } from '#db/list/ranks.server.ts'
import { book } from '#db/tables/book.ts'
import { borrower } from '#db/tables/borrower.ts'
import { copy } from '#db/tables/copy.ts'
import { loan } from '#db/tables/loan.ts'
import { searchWords } from '#lib/search/fold-words.ts'
import type { DeskCopy, DeskPerson } from './desk-parts.schema.ts'
import { deskCopyColumns, selectPersons } from './desk-views.server.ts'

/** Choices at most: each has a digit. */
const CHOICES = 9

/** The copy with a number, locked: of two desks that scan it, one waits for the other. */
export async function findCopyByNumber(tx: Transaction, number: string): Promise<DeskCopy | undefined> {
  const [found] = await tx
    .select(deskCopyColumns)
    .from(copy)
    .where(eq(sql`upper(${copy.number})`, number))
    .for('update')
  return found
}

/** The borrower with a card. */
export async function findByCard(tx: Transaction, number: string): Promise<DeskPerson | undefined> {
  const [found] = await selectPersons(tx).where(eq(sql`upper(${borrower.card})`, number))
  return found
}

/** The borrowers whose names have words that begin with each of these, by name. */
export async function findByName(tx: Transaction, name: string): Promise<DeskPerson[]> {
  const words = wordsOf(searchWords(name).join(' '))
  if (words.length === 0) return []
  // The expression of the index `borrower_name_words_index`.
  const itsWords = sql`split_part(${borrower.allWords}, E'\\x1f', 1)`
  return selectPersons(tx)
    .where(and(...words.map((word) => beginsWord(itsWords, word, ''))))
    .orderBy(asc(borrower.sortName), asc(borrower.id))
    .limit(CHOICES)
}

/** The copies of the books with an ISBN, by number, and whether they are on loan; and the first of the books. */
export async function findByIsbn(tx: Transaction, isbn: string) {
  const hasIsbn = sql`${book.isbn} @> ${sql.param([isbn])}::text[]`
  const [first] = await tx.select({ id: book.id }).from(book).where(hasIsbn).limit(1)
  const copies = await tx
    .select({ ...deskCopyColumns, loanId: loan.id })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isNull(loan.returnedAt)))
    .where(and(hasIsbn, ne(copy.condition, 'withdrawn')))
    .orderBy(asc(copy.sortNumber))
    .limit(CHOICES)
  return { bookId: first?.id, copies: copies.map(({ loanId, ...one }) => ({ copy: one, isOnLoan: loanId !== null })) }
}
