import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable } from 'drizzle-orm/pg-core'

/** What the library decides itself, unlike the settings of its server: one row. */
export const librarySetting = pgTable(
  'library_setting',
  {
    id: boolean().primaryKey().default(true),
    /** Whether books are lent: without it there is no copy, no borrower and no desk. */
    lending: boolean().notNull().default(false),
    /** Days after its return for which a loan knows its borrower; null for ever. */
    loanMemoryDays: integer().default(30),
  },
  (table) => [
    check('library_setting_one_row', sql`${table.id}`),
    check('library_setting_loan_memory_range', sql`${table.loanMemoryDays} between 0 and 365`),
  ],
)
