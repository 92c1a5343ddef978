import { sql, type SQL } from 'drizzle-orm'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { book } from './book.ts'
import { borrower } from './borrower.ts'

/** Marks the books of the sample catalogue; deleted with its book. */
export const sampleBook = pgTable('sample_book', {
  bookId: uuid()
    .primaryKey()
    .references(() => book.id, { onDelete: 'cascade' }),
})

/** Marks the borrowers of the sample; deleted with its borrower. */
export const sampleBorrower = pgTable('sample_borrower', {
  borrowerId: uuid()
    .primaryKey()
    .references(() => borrower.id, { onDelete: 'cascade' }),
})

/** SQL condition on `book`: an unchanged sample. An edited sample counts as the library's own book. */
export const isSampleBook: SQL<boolean> = sql<boolean>`(${book.version} = 1 and exists (select from ${sampleBook} where ${sampleBook.bookId} = ${book.id}))`
