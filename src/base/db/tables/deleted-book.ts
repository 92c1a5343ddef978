import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bookFieldColumns } from './book.ts'
import { instant } from './columns.ts'

/**
 * The trash: a deleted book, with all that is needed to restore it under its id. A table of its own, so that lists,
 * searches and the unique title of `book` know nothing of it.
 */
export const deletedBook = pgTable(
  'deleted_book',
  {
    id: uuid().primaryKey(),
    ...bookFieldColumns(),
    /** No foreign key: a genre may be deleted meanwhile, and the book is then restored without one. */
    genreId: uuid(),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant().notNull(),
    /** Null for the command line, and when that user was deleted for good. No foreign key: see `forget_users`. */
    deletedBy: uuid(),
  },
  (table) => [
    index('deleted_book_deleted_at_index').on(table.deletedAt, table.id),
    index('deleted_book_deleted_by_index').on(table.deletedBy),
  ],
)
