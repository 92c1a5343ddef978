import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'

/**
 * The words of all books, folded, of up to 40 letters and no digit, kept by a trigger: what a mistyped word is compared
 * with. A word may stand here twice, so that nobody who saves a book waits for another one, and one that no book has
 * any more may stay.
 */
export const bookWord = pgTable('book_word', { word: plainText().notNull() }, (table) => [
  index('book_word_word_index').on(table.word),
  index('book_word_likeness_index').using('gin', sql`${table.word} gin_trgm_ops`),
])
