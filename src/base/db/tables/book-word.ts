import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'

/**
 * The folded words of all books, of up to 40 letters and without digits, written by a trigger: mistyped words are
 * compared with them. May contain duplicates, so that concurrent transactions do not block each other, and words that
 * no book has any more.
 */
export const bookWord = pgTable('book_word', { word: plainText().notNull() }, (table) => [
  index('book_word_word_index').on(table.word),
  index('book_word_sound_index').on(sql`public.sound_key("word")`),
  index('book_word_likeness_index').using('gin', sql`${table.word} gin_trgm_ops`),
])
