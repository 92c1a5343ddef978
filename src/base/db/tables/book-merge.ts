import { boolean, index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { bytes, instant } from './columns.ts'

/** A merge of several books into one. Deleted when the merge is taken apart. */
export const bookMerge = pgTable(
  'book_merge',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** The survivor. No foreign key: a merge can be taken apart even if that book was deleted. */
    bookId: uuid().notNull(),
    /** The fields of the survivor before and after the merge. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    at: instant().notNull().defaultNow(),
    /** Null when that user was deleted for good (`forget_users`). */
    userId: uuid(),
  },
  (table) => [index('book_merge_book_id_index').on(table.bookId)],
)

/** A book that was merged into another one, with its former values. Its id redirects to that book. */
export const mergedBook = pgTable(
  'merged_book',
  {
    id: uuid().primaryKey(),
    mergeId: uuid()
      .notNull()
      .references(() => bookMerge.id, { onDelete: 'cascade' }),
    /** The survivor, which may itself have been merged into another one later. */
    bookId: uuid().notNull(),
    /** The fields of the book. */
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    isSample: boolean().notNull(),
    /** Ids of the rows that went to the survivor, by their table: `copy`. */
    children: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    /** As in `book`. By it an import recognises a merged book, and does not add it again. */
    titleHash: bytes().notNull(),
  },
  (table) => [
    index('merged_book_merge_id_index').on(table.mergeId),
    index('merged_book_book_id_index').on(table.bookId),
    index('merged_book_title_hash_index').on(table.titleHash),
  ],
)
