import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant, plainText } from './columns.ts'

// No foreign keys to `book`: checking them would slow down the deletion of many books. A trigger drops the pairs of
// deleted books; `dropOrphans` of the finder deletes the rest once a day.

/**
 * The values by which a book is compared, for the version of the book that was compared last. A book without a row, or
 * with another version, has yet to be compared.
 */
export const duplicateKey = pgTable('duplicate_key', {
  bookId: uuid().primaryKey(),
  version: integer().notNull(),
  /** Consonants of the title up to its subtitle, and of the whole title. */
  main: plainText().notNull(),
  title: plainText().notNull(),
  /** The blocks of its rows in `duplicate_block`. */
  blocks: integer().array().notNull(),
})

/** The blocks of each book: hashes of two words of its title and author. Books that share blocks are compared. */
export const duplicateBlock = pgTable(
  'duplicate_block',
  { block: integer().notNull(), bookId: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.block, table.bookId] })],
)

/** Two books that may be the same; `a` has the smaller id. */
export const duplicate = pgTable(
  'duplicate',
  {
    a: uuid().notNull(),
    b: uuid().notNull(),
    /** How alike the two books are, up to 1. */
    score: real().notNull(),
    /** `dismissed`: a manager has marked them as different books, which stays when the books change. */
    state: text({ enum: ['found', 'dismissed'] })
      .notNull()
      .default('found'),
    /** The group of books that found pairs connect, directly or through others; the smallest id of these books. */
    groupId: uuid().notNull(),
    /** True for the most alike pair of each group. Lists of groups read these pairs only. */
    isHead: boolean().notNull().default(true),
    dismissedAt: instant(),
    /** Null when that user was deleted for good (`forget_users`). */
    dismissedBy: uuid(),
    /** The merge that copied this dismissal from a merged book to the survivor. */
    mergeId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.a, table.b] }),
    index('duplicate_b_index').on(table.b),
    index('duplicate_group_id_index').on(table.groupId),
    index('duplicate_head_index')
      .on(table.score.desc(), table.groupId)
      .where(sql`${table.isHead} and ${table.state} = 'found'`),
    check('duplicate_ordered', sql`${table.a} < ${table.b}`),
  ],
)

/** The progress of comparing all books. The table has a single row. */
export const duplicateRun = pgTable(
  'duplicate_run',
  {
    id: integer().primaryKey(),
    /** The version of the rules (`RULES`) by which the stored pairs were found. */
    rules: integer().notNull(),
    /** While all books are compared: the id of the last compared one, and their number so far. */
    isRunning: boolean().notNull().default(true),
    cursor: uuid(),
    processed: integer().notNull().default(0),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
    /** Books that were changed after this time have yet to be compared. */
    comparedUntil: instant().notNull().defaultNow(),
  },
  (table) => [check('duplicate_run_single', sql`${table.id} = 1`)],
)
