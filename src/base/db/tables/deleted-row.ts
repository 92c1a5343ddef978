import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * The deleted rows of nouns without a trash of their own, for as long as a deletion can be taken back. The trigger
 * `keep_deleted_rows` writes them, whatever has deleted the row.
 */
export const deletedRow = pgTable(
  'deleted_row',
  {
    /** The table. */
    kind: text().notNull(),
    id: uuid().notNull(),
    row: jsonb().$type<Record<string, unknown>>().notNull(),
    deletedAt: instant().notNull().defaultNow(),
    /** Whether it went with the book that it belongs to, and comes back with it. */
    withParent: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('deleted_row_deleted_at_index').on(table.deletedAt),
  ],
)
