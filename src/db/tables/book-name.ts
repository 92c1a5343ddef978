import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { plainText } from './columns.ts'

/**
 * How often each spelling of an author and a publisher stands in the catalogue, by a trigger on `book`: the sum of
 * `uses`. A row for each change rather than a counter, so that those who write at the same time do not wait for each
 * other; `merge_book_names` puts them together every hour.
 */
export const bookName = pgTable(
  'book_name',
  {
    field: text({ enum: ['author', 'publisher'] }).notNull(),
    name: text().notNull(),
    /** Folded, a space before each. */
    words: plainText().notNull(),
    uses: integer().notNull(),
  },
  (table) => [
    index('book_name_uses_index').on(table.field, table.uses),
    index('book_name_words_index').using('gin', table.words.op('gin_trgm_ops')),
  ],
)
