import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ValueOfField } from '#base/lib/noun.ts'
import { ROW_REASONS } from '#base/lib/row-reasons.ts'
import { batchColumns } from './batch-columns.ts'

/** What is done to each row: fields get values, the row is deleted, or it is added. */
export type RowOperation =
  | { kind: 'set'; values: Readonly<Record<string, ValueOfField>> }
  | { kind: 'delete' }
  | { kind: 'add' }

// The names are typed as texts, so that the tables of all nouns have one type.

/** A table of changes of many rows at once, whose rows are fixed when a change is created. */
const bulkTable = (name: string) =>
  pgTable(
    name,
    {
      ...batchColumns(),
      operation: jsonb().$type<RowOperation>().notNull(),
      /** The user whom the one who started the current step impersonated. */
      inNameOf: uuid(),
    },
    (table) => [index(`${name}_created_at_index`).on(table.createdAt)],
  )

/**
 * A table of the rows of such changes. `result` is the expected one until a row is processed, then the actual one. No foreign key
 * to the row, which the change may delete or has yet to add. Deleted together with the change.
 */
const bulkRowTable = (name: string, { isFoundByRow = false } = {}) =>
  pgTable(
    name,
    {
      bulkId: uuid().notNull(),
      /** Position in the list, from 0. */
      at: integer().notNull(),
      rowId: uuid().notNull(),
      /** The version of the row when the change was made. With any other at its turn, it is left alone. */
      version: integer().notNull(),
      /** What the report calls the row. */
      name: text().notNull(),
      result: text({ enum: ['changed', 'unchanged', 'refused'] }).notNull(),
      reason: text({ enum: ROW_REASONS }),
      /** The former values by column; of a row to be added, what it begins with. */
      before: jsonb().$type<Record<string, ValueOfField>>().notNull(),
      /** Why the undo left the row alone; null if it did not. */
      kept: text({ enum: ROW_REASONS }),
    },
    (table) => [
      primaryKey({ columns: [table.bulkId, table.at] }),
      ...(isFoundByRow ? [index(`${name}_row_id_index`).on(table.rowId)] : []),
    ],
  )

/** Changes of many copies. */
export const copyBulk = bulkTable('copy_bulk')
export const copyBulkRow = bulkRowTable('copy_bulk_row')

/** Changes of many borrowers, whose rows forget who is erased (`forget_borrowers`). */
export const borrowerBulk = bulkTable('borrower_bulk')
export const borrowerBulkRow = bulkRowTable('borrower_bulk_row', { isFoundByRow: true })
