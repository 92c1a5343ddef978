import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ValueOfField } from '#base/lib/noun.ts'
import { batchColumns } from './batch-columns.ts'
import { bytes } from './columns.ts'

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
    ...batchColumns(),
    operation: jsonb().$type<BulkOperation>().notNull(),
    /** The user whom the one who started the current step impersonated. */
    inNameOf: uuid(),
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
