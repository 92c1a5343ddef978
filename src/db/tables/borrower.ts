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
import type { ConstraintErrors } from '#errors/codes.server.ts'
import type { Locale } from '#i18n/locale.ts'
import { bytes, changeTable, plainText, sortedText, storedColumns } from './columns.ts'
import { user } from './user.ts'

/** A class or another group of borrowers, with all rules of lending. */
export const borrowerGroup = pgTable(
  'borrower_group',
  {
    ...storedColumns(),
    name: text().notNull(),
    kind: text({ enum: ['class', 'staff', 'member'] })
      .notNull()
      .default('class'),
    loanDays: integer().notNull().default(14),
    booksAtATime: integer().notNull().default(5),
    renewals: integer().notNull().default(2),
    /** Where its borrowers go at the end of the year. */
    nextGroupId: uuid().references((): AnyPgColumn => borrowerGroup.id, { onDelete: 'set null' }),
    nameHash: bytes()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_hash("name")`),
  },
  (table) => [
    unique('borrower_group_name_unique').on(table.nameHash),
    check('borrower_group_kind_known', sql`${table.kind} in ('class', 'staff', 'member')`),
    check(
      'borrower_group_rules',
      sql`${table.loanDays} between 1 and 366 and ${table.booksAtATime} between 0 and 999 and ${table.renewals} between 0 and 99`,
    ),
  ],
)

/** The error for each violated constraint of this table. */
export const borrowerGroupConstraints: ConstraintErrors = {
  borrower_group_name_unique: { code: 'NAME_TAKEN', fields: { name: { key: 'name_taken' } } },
  borrower_group_next_group_id_borrower_group_id_fk: {
    code: 'VALIDATION_ERROR',
    fields: { nextGroupId: { key: 'validation_invalid' } },
  },
}

/** What is stored of a borrower, here and in the trash. */
export const borrowerFieldColumns = () => ({
  name: text().notNull(),
  /** The number of the card. The trigger `number_borrower` gives an empty one the next number. */
  card: text().notNull().default(''),
  /** As the school's lists have it. */
  schoolNumber: text().notNull().default(''),
  email: text().notNull().default(''),
  language: text().$type<Locale>(),
  expiresOn: date({ mode: 'string' }),
  note: text().notNull().default(''),
  /** Why nothing is lent to them; empty for who is not blocked. */
  blockedNote: text().notNull().default(''),
})

/** Who borrows: mostly a pupil without address and account. */
export const borrower = pgTable(
  'borrower',
  {
    ...storedColumns(),
    ...borrowerFieldColumns(),
    groupId: uuid().references(() => borrowerGroup.id),
    /** The user who sees these loans. */
    userId: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The words of name, card and school number as search compares them. */
    allWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_words("name" || E'\\x1f' || "card" || ' ' || "school_number")`),
    /** As much of them as fits into the index of the list. */
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

/** The error for each violated constraint of this table. */
export const borrowerConstraints: ConstraintErrors = {
  borrower_card_unique: { code: 'NUMBER_TAKEN', fields: { card: { key: 'number_taken' } } },
  borrower_school_number_unique: { code: 'NUMBER_TAKEN', fields: { schoolNumber: { key: 'number_taken' } } },
  // A user is named by the address.
  borrower_user_id_unique: { code: 'NUMBER_TAKEN', fields: { email: { key: 'borrower_user_taken' } } },
  borrower_user_id_user_id_fk: { code: 'VALIDATION_ERROR', fields: { userId: { key: 'validation_invalid' } } },
  borrower_group_id_borrower_group_id_fk: {
    code: 'VALIDATION_ERROR',
    fields: { groupId: { key: 'validation_invalid' } },
  },
}

export const borrowerChange = changeTable('borrower_change')
