import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'

/**
 * How often each spelling of an author and a publisher is used (the sum of `uses`), by a trigger on `book`. A row for
 * each change instead of a counter, so that concurrent transactions do not block each other; `merge_book_names` merges
 * the rows every hour.
 */
export const bookName = pgTable(
  'book_name',
  {
    field: text({ enum: ['author', 'publisher'] }).notNull(),
    name: text().notNull(),
    /** Folded words, each preceded by a space. */
    words: plainText().notNull(),
    uses: integer().notNull(),
  },
  (table) => [
    index('book_name_uses_index').on(table.field, table.uses),
    index('book_name_words_index').using('gin', table.words.op('gin_trgm_ops')),
  ],
)
