import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { MailServer } from '#base/env/in-force.server.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'

/** How borrowers are reminded by mail. */
export interface ReminderMails {
  /** A loan that was late before this day is reminded of only once a manager has sent a mail about it. */
  since: string
  /** The language of mails to who has none, neither of their own nor of their group. */
  language: Locale
}

/** What the library decides itself, unlike the settings of its server: one row. */
export const librarySetting = pgTable(
  'library_setting',
  {
    id: boolean().primaryKey().default(true),
    /** Whether books are lent: without it there is no copy, no borrower and no desk. */
    lending: boolean().notNull().default(false),
    /** Days after its return for which a loan knows its borrower; null for ever. */
    loanMemoryDays: integer().default(30),
    // The following columns an operator may decide too, by a variable, which wins; null is not decided.
    name: text(),
    contactEmail: text(),
    /** Whether people may sign up whom no manager has added. */
    signup: boolean(),
    /** Name of a time zone in the IANA database. */
    timeZone: text(),
    trashDays: integer(),
    securityLogDays: integer(),
    mailServer: jsonb().$type<MailServer>(),
    /** Where backups are copied to. */
    backupFolder: text(),
    /** Whether managers may give sign-in cards, and whether given cards work. */
    signInCards: boolean().notNull().default(true),
    /** Whether devices in the house's network may open the library. */
    network: boolean().notNull().default(false),
    /** The job that reminds borrowers by mail; null while it is off. */
    reminderMails: jsonb().$type<ReminderMails>(),
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
