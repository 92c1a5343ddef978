import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#lib/id.ts'
import type { ValueOfField } from '#lib/noun.ts'
import { bytes, instant } from './columns.ts'

/** What is done to each book. `field` is a key of `BookInput`. */
export type BulkOperation =
  | { kind: 'set'; field: string; value: ValueOfField }
  | { kind: 'turn'; field: 'author' }
  | { kind: 'replace'; field: string; find: string; by: string; isWholeWord: boolean }
  | {
      kind: 'delete'
      /** Without the trash: it cannot be undone. */
      isForGood?: boolean
    }

/**
 * A change of many books at once. Its set of books is fixed when it is created; it is `waiting` until it is started.
 */
export const bookBulk = pgTable(
  'book_bulk',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    state: text({ enum: ['waiting', 'running', 'done', 'failed', 'cancelled', 'undone'] })
      .notNull()
      .default('waiting'),
    /** The current step: `write` applies the rows, `undo` reverts them. */
    step: text({ enum: ['write', 'undo'] })
      .notNull()
      .default('write'),
    operation: jsonb().$type<BulkOperation>().notNull(),
    /** Who started the current step; null when that user was deleted for good (`forget_users`). */
    userId: uuid(),
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
 * A book of a bulk change. `result` is the expected one until the book is processed, then the actual one. No foreign
 * key to the book, which the change may delete. Deleted together with the change.
 */
export const bookBulkRow = pgTable(
  'book_bulk_row',
  {
    bulkId: uuid().notNull(),
    /** Position in the order of titles, from 0. */
    at: integer().notNull(),
    bookId: uuid().notNull(),
    /** The version of the book in the preview. With any other at the start, it is left alone. */
    version: integer().notNull(),
    result: text({ enum: ['changed', 'unchanged', 'refused'] })
      .notNull()
      .default('unchanged'),
    reason: text({ enum: ['taken', 'invalid', 'changed', 'missing', 'on_loan'] }),
    /** The former values of the fields, and `createdAt`, from which a deleted book is restored. */
    before: jsonb().$type<Record<string, ValueOfField>>().notNull(),
    /** The new value of the field. */
    after: jsonb().$type<ValueOfField>(),
    /** The `titleHash` that the book gets; null if no field of the unique key changes. */
    titleHash: bytes(),
    /** Why the undo left the book alone; null if it did not. */
    kept: text({ enum: ['taken', 'changed', 'missing'] }),
  },
  (table) => [primaryKey({ columns: [table.bulkId, table.at] }), index('book_bulk_row_book_id_index').on(table.bookId)],
)
