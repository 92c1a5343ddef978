import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bookImport } from './book-import.ts'

/** What a class list has beside the import that it is (`book_import` with the same id). */
export const borrowerImport = pgTable('borrower_import', {
  id: uuid()
    .primaryKey()
    .references(() => bookImport.id, { onDelete: 'cascade' }),
  /** What was chosen, as `ClassListChoices`. */
  choices: jsonb().$type<unknown>().notNull(),
  /** What the file says, as `ClassListFindings`. */
  findings: jsonb().$type<unknown>().notNull(),
  /** The groups that it made. */
  groupsAdded: uuid().array().notNull().default([]),
})

/** What a row of a class list says of a person, or writes; without what it does not say. */
export interface PersonValues {
  name?: string
  className?: string
  groupId?: string | null
  schoolNumber?: string
  card?: string
  email?: string
}

/**
 * A row of a class list, and behind the last one a row for each borrower who is absent from it. It forgets the person with the
 * borrower (`forget_borrowers`).
 */
export const borrowerImportRow = pgTable(
  'borrower_import_row',
  {
    importId: uuid()
      .notNull()
      .references(() => bookImport.id, { onDelete: 'cascade' }),
    /** Position among the rows, from 0. */
    at: integer().notNull(),
    /** Line of a text file or row of a sheet, from 1; 0 for who is absent. */
    row: integer().notNull(),
    result: text({ enum: ['new', 'same', 'changed', 'moved', 'absent', 'twice', 'refused'] }).notNull(),
    /** Why it is refused or asked about, as `RefusalReason`. */
    reason: text(),
    /** The row that it repeats. */
    otherRow: integer(),
    /** The borrower, or the id that a new one gets. */
    borrowerId: uuid(),
    /** The borrowers that it may be. */
    candidates: uuid().array().notNull().default([]),
    said: jsonb().$type<PersonValues>(),
    /** What it writes. */
    input: jsonb().$type<PersonValues>(),
    /** The former values of what it wrote. */
    before: jsonb().$type<PersonValues>(),
    notes: text().array().notNull().default([]),
    /** The cells of a row that is not taken in, for the file of refused rows. */
    cells: jsonb().$type<string[]>(),
    isLeftOut: boolean().notNull().default(false),
    /** Why the undo left the borrower alone, or a part of it; null if it did not. */
    kept: text({ enum: ['changed', 'taken', 'missing', 'loans'] }),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.at] }),
    index('borrower_import_row_borrower_id_index').on(table.borrowerId),
  ],
)
