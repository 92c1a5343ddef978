import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#lib/id.ts'
import { bytes, instant } from './columns.ts'
import { user } from './user.ts'

/** What is done to each book. A field is one of the input of a book. */
export type BulkOperation =
  | { kind: 'set'; field: string; value: string | null }
  | { kind: 'replace'; field: string; find: string; by: string; isWholeWord: boolean }
  | { kind: 'delete' }

/** A change of many books. Its books are fixed when it is made; it `waits` for its start, after the preview. */
export const bookBulk = pgTable(
  'book_bulk',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    state: text({ enum: ['waiting', 'running', 'done', 'failed', 'cancelled', 'undone'] })
      .notNull()
      .default('waiting'),
    /** What it does when it runs: it writes the rows, or takes them back. */
    step: text({ enum: ['write', 'undo'] })
      .notNull()
      .default('write'),
    operation: jsonb().$type<BulkOperation>().notNull(),
    /** Who started the current step; null when the user was deleted. */
    userId: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The user whom they impersonated. */
    inNameOf: uuid(),
    /** Books, and how many of them the current step has processed. */
    total: integer().notNull().default(0),
    processed: integer().notNull().default(0),
    failure: text(),
    createdAt: instant().notNull().defaultNow(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (table) => [index('book_bulk_created_at_index').on(table.createdAt)],
)

/**
 * A book of a bulk change with its result: expected until it is processed, then what happened. Without foreign keys,
 * since it outlives the book; deleted together with the change.
 */
export const bookBulkRow = pgTable(
  'book_bulk_row',
  {
    bulkId: uuid().notNull(),
    /** Position in the order of titles, from 0. */
    at: integer().notNull(),
    bookId: uuid().notNull(),
    /** The version that was seen, then the one that was saved; another one shows that somebody has changed the book. */
    version: integer().notNull(),
    result: text({ enum: ['changed', 'unchanged', 'refused'] })
      .notNull()
      .default('unchanged'),
    reason: text({ enum: ['taken', 'invalid', 'changed', 'missing'] }),
    /** The fields of the book, and for a deleted one the date on which it was added. */
    before: jsonb().$type<Record<string, string | null>>().notNull(),
    /** The new value of the field. */
    after: text(),
    /** Title and author after a change of one of them. */
    titleHash: bytes(),
    /** Why the undo has left the book as it was. */
    kept: text({ enum: ['taken', 'changed', 'missing'] }),
  },
  (table) => [primaryKey({ columns: [table.bulkId, table.at] }), index('book_bulk_row_book_id_index').on(table.bookId)],
)
