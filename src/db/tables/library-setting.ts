import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { MailServer } from '#env/in-force.server.ts'
import { newId } from '#lib/id.ts'
import { instant } from './columns.ts'

/** What the library decides itself, unlike the settings of its server: one row. */
export const librarySetting = pgTable(
  'library_setting',
  {
    id: boolean().primaryKey().default(true),
    /** Whether books are lent: without it there is no copy, no borrower and no desk. */
    lending: boolean().notNull().default(false),
    /** Days after its return for which a loan knows its borrower; null for ever. */
    loanMemoryDays: integer().default(30),
    // What an operator may decide too, by a variable that wins; null is not decided.
    name: text(),
    contactEmail: text(),
    /** Whether people may sign up whom no manager has added. */
    signup: boolean(),
    /** Of the IANA database. */
    timeZone: text(),
    trashDays: integer(),
    securityLogDays: integer(),
    mailServer: jsonb().$type<MailServer>(),
    /** Where backups are copied to. */
    backupFolder: text(),
    /** Whether managers may give sign-in cards, and whether those work. */
    signInCards: boolean().notNull().default(true),
    /** Whether devices in the house's network may open the library. */
    network: boolean().notNull().default(false),
    /** Whether the first manager was made by the set-up, with which the default of ADMIN_EMAIL ends. */
    isSetUp: boolean().notNull().default(false),
  },
  (table) => [
    check('library_setting_one_row', sql`${table.id}`),
    check('library_setting_loan_memory_range', sql`${table.loanMemoryDays} between 0 and 365`),
  ],
)

type Row = Omit<typeof librarySetting.$inferSelect, 'id'>
/** Some of what the library decides. */
export type SomeLibrarySettings = { [Field in keyof Row]?: Row[Field] | undefined }

/** A change of what the library decides, kept for a day so that it can be taken back. */
export const librarySettingChange = pgTable('library_setting_change', {
  id: uuid().primaryKey().$defaultFn(newId),
  at: instant().notNull(),
  /** What was changed, as it was and as it became. */
  before: jsonb().$type<SomeLibrarySettings>().notNull(),
  after: jsonb().$type<SomeLibrarySettings>().notNull(),
})
