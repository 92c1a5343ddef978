import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant, plainText } from './columns.ts'
import { user } from './user.ts'

// No foreign keys to `book`: whoever deletes books would pay for their look-ups. What is left of deleted books is
// cleaned up by the finder.

/**
 * What a book is compared by, of the version that was compared last. A book without a row, or of another version, is
 * compared anew.
 */
export const duplicateKey = pgTable('duplicate_key', {
  bookId: uuid().primaryKey(),
  version: integer().notNull(),
  /** Consonants of the title up to its subtitle, and of the whole title. */
  main: plainText().notNull(),
  title: plainText().notNull(),
  /** Its rows in `duplicate_block`. */
  blocks: integer().array().notNull(),
})

/** Books that share a block are compared: a hash of two words of title and author. */
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
    /** How alike they are, up to 1. */
    score: real().notNull(),
    /** `dismissed`: somebody said that they are not the same, which is remembered even when the books change. */
    state: text({ enum: ['found', 'dismissed'] })
      .notNull()
      .default('found'),
    /** The books that hang together by found pairs: the smallest of their ids. */
    groupId: uuid().notNull(),
    /** One pair of each group, the most alike, by which groups are listed. */
    isHead: boolean().notNull().default(true),
    dismissedAt: instant(),
    dismissedBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** A dismissal that a merge has handed on to the merged book. */
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

/** The comparison of all books: one row. */
export const duplicateRun = pgTable(
  'duplicate_run',
  {
    id: integer().primaryKey(),
    /** The rules of comparison that the stored pairs were found by. */
    rules: integer().notNull(),
    /** Set while all books are compared: the last compared one, and how many. */
    isRunning: boolean().notNull().default(true),
    cursor: uuid(),
    processed: integer().notNull().default(0),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
    /** Books that were changed since then have not been compared. */
    comparedUntil: instant().notNull().defaultNow(),
  },
  (table) => [check('duplicate_run_single', sql`${table.id} = 1`)],
)
