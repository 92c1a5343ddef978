import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What another catalogue answered about an ISBN, so that it is not asked again. */
export const lookupAnswer = pgTable(
  'lookup_answer',
  {
    source: text().notNull(),
    /** 13 digits. */
    isbn: text().notNull(),
    /** The texts of its record by column, as of a row of a file; null where it has none. */
    record: jsonb().$type<Record<string, string>>(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ name: 'lookup_answer_pkey', columns: [table.source, table.isbn] })],
)

/** When another catalogue may be asked again. */
export const lookupSource = pgTable('lookup_source', {
  source: text().primaryKey(),
  freeAt: instant().notNull(),
  /** How often it failed since it last answered. */
  failures: integer().notNull().default(0),
})
