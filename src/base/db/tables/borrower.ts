import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { Locale } from '#base/i18n/locale.ts'
import { bytes, changeTable, plainText, sortedText, storedColumns } from './columns.ts'
import { user } from './user.ts'

/** A class or another group of borrowers, with all rules of lending. */
export const borrowerGroup = pgTable(
  'borrower_group',
  {
    ...storedColumns(),
    name: text().notNull(),
    /** `left`: who has left the school and has or owes books. */
    kind: text({ enum: ['class', 'staff', 'member', 'left'] })
      .notNull()
      .default('class'),
    loanDays: integer().notNull().default(14),
    booksAtATime: integer().notNull().default(5),
    renewals: integer().notNull().default(2),
    /** Whether who is late gets a slip, or the family a letter. */
    reminders: text({ enum: ['slip', 'letter'] })
      .notNull()
      .default('slip'),
    /** The language of reminders to who has none of their own; null is that of the library's page. */
    language: text().$type<Locale>(),
    /** Where its borrowers go at the end of the year. */
    nextGroupId: uuid().references((): AnyPgColumn => borrowerGroup.id, { onDelete: 'set null' }),
    nameHash: bytes()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_hash("name")`),
  },
  (table) => [
    unique('borrower_group_name_unique').on(table.nameHash),
    check('borrower_group_reminders_known', sql`${table.reminders} in ('slip', 'letter')`),
    check('borrower_group_kind_known', sql`${table.kind} in ('class', 'staff', 'member', 'left')`),
    check(
      'borrower_group_rules',
      sql`${table.loanDays} between 1 and 366 and ${table.booksAtATime} between 0 and 999 and ${table.renewals} between 0 and 99`,
    ),
  ],
)

/** What is stored of a borrower, here and in the trash. */
export const borrowerFieldColumns = () => ({
  name: text().notNull(),
  /** The number of the card. The trigger `number_borrower` gives an empty one the next number. */
  card: text().notNull().default(''),
  /** The number of the borrower in the school's lists. */
  schoolNumber: text().notNull().default(''),
  email: text().notNull().default(''),
  language: text().$type<Locale>(),
  expiresOn: date({ mode: 'string' }),
  note: text().notNull().default(''),
  /** Why nothing is lent to them; empty for who is not blocked. */
  blockedNote: text().notNull().default(''),
  /** The day on which the library card was printed; null while it has not been here. */
  cardPrintedOn: date({ mode: 'string' }),
})

/** Who borrows: mostly a pupil without address and account. */
export const borrower = pgTable(
  'borrower',
  {
    ...storedColumns(),
    ...borrowerFieldColumns(),
    groupId: uuid().references(() => borrowerGroup.id),
    /** The user who sees the borrower's loans. */
    userId: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The words of name, card and school number as search compares them. */
    allWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_words("name" || E'\\x1f' || "card" || ' ' || "school_number")`),
    /** As much of `allWords` as fits into the index of the list. */
    walkWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`left(public.fold_words("name" || E'\\x1f' || "card" || ' ' || "school_number"), 400)`),
    sortName: sortedText()
      .notNull()
      .generatedAlwaysAs(sql`left(public.sort_key("name"), 200)`),
  },
  (table) => [
    uniqueIndex('borrower_card_unique').on(sql`upper("card")`),
    uniqueIndex('borrower_school_number_unique')
      .on(sql`upper("school_number")`)
      .where(sql`"school_number" <> ''`),
    unique('borrower_user_id_unique').on(table.userId),
    index('borrower_group_id_index').on(table.groupId, table.sortName, table.id),
    index('borrower_sort_name_index').on(table.sortName, table.id),
    index('borrower_all_words_index').using('gin', sql`${table.allWords} gin_trgm_ops`),
    index('borrower_name_words_index').using('gin', sql`(split_part("all_words", E'\\x1f', 1)) gin_trgm_ops`),
  ],
)

export const borrowerChange = changeTable('borrower_change')
