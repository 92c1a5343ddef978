import { sql, type SQL } from 'drizzle-orm'
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { book } from './book.ts'

/** The books that came with the sample catalogue, not by anybody's work. A mark goes with its book. */
export const sampleBook = pgTable('sample_book', {
  bookId: uuid()
    .primaryKey()
    .references(() => book.id, { onDelete: 'cascade' }),
})

/** Condition on `book`: an unchanged sample. A sample that a user has saved counts as the library's own book. */
export const isSampleBook: SQL<boolean> = sql<boolean>`(${book.version} = 1 and exists (select from ${sampleBook} where ${sampleBook.bookId} = ${book.id}))`
