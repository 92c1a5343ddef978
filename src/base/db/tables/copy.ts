import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { book } from './book.ts'
import { changeTable, countedText, instant, plainText, storedColumns } from './columns.ts'

/** A copy of a book: the thing on a shelf. Whether it is on loan is said by its open loan alone. */
export const copy = pgTable(
  'copy',
  {
    ...storedColumns(),
    bookId: uuid()
      .notNull()
      .references(() => book.id, { onDelete: 'cascade' }),
    /** The number on the label. The trigger `number_copy` replaces an empty one by the next number. */
    number: text().notNull().default(''),
    location: text().notNull().default(''),
    /** Only an `ok` or a `damaged` copy is lent. */
    condition: text({ enum: ['ok', 'damaged', 'lost', 'withdrawn', 'reference'] })
      .notNull()
      .default('ok'),
    note: text().notNull().default(''),
    acquiredOn: date({ mode: 'string' }),
    /** What it has cost, or costs to replace, as the library writes it: `3 500 F`. */
    price: text().notNull().default(''),
    /** Why it was withdrawn; empty for one that is not. */
    withdrawnReason: text().notNull().default(''),
    /** The day on which its label was printed; null while it has none of ours. */
    labelPrintedOn: date({ mode: 'string' }),
    /** When the copy was scanned last. */
    lastSeenAt: instant(),
    /** The words of number, place and note as search compares them. */
    allWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_words("number" || E'\\x1f' || "location" || ' ' || "note")`),
    /** As much of `allWords` as fits into the index of the list. */
    walkWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`left(public.fold_words("number" || E'\\x1f' || "location" || ' ' || "note"), 400)`),
    sortNumber: countedText()
      .notNull()
      .generatedAlwaysAs(sql`upper("number")`),
    /** When it was seen last: scanned, or else added. */
    seenAt: instant()
      .notNull()
      .generatedAlwaysAs(sql`coalesce("last_seen_at", "created_at")`),
  },
  (table) => [
    uniqueIndex('copy_number_unique').on(sql`upper("number")`),
    index('copy_book_id_index').on(table.bookId, table.sortNumber, table.id),
    index('copy_sort_number_index').on(table.sortNumber, table.id),
    index('copy_seen_at_index').on(table.seenAt, table.id),
    index('copy_all_words_index').using('gin', sql`${table.allWords} gin_trgm_ops`),
    index('copy_number_words_index').using('gin', sql`(split_part("all_words", E'\\x1f', 1)) gin_trgm_ops`),
    check('copy_condition_known', sql`${table.condition} in ('ok', 'damaged', 'lost', 'withdrawn', 'reference')`),
  ],
)

/** The error for a violated constraint that the deletion of a book meets; others are of lending. */
export const copyConstraints: ConstraintErrors = {
  // By a trigger: the loan would lose its copy.
  copy_on_loan: { code: 'COPY_ON_LOAN' },
}

export const copyChange = changeTable('copy_change')

/** Every number of a copy and of a card, in capitals, by triggers: none is both. */
export const lendingNumber = pgTable('lending_number', { number: text().primaryKey() })

/** Always empty: the sequences of its columns count the numbers that were given, and are in every backup. */
export const lendingCounter = pgTable('lending_counter', {
  copy: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  borrower: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
})
