import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { batchColumns } from './batch-columns.ts'
import { instant } from './columns.ts'

/** What a stock-taking has found, in numbers of copies: of each kind what is still to be put right and what was. */
export interface StocktakeFigures {
  expected: number
  /** How many of the expected ones are here, by scans or by the desk. */
  seen: number
  /** How many of the unseen ones are on loan. */
  lent: number
  missing: number
  misplaced: number
  unknown: number
  onLoan: number
  lost: number
  twice: number
}

/** A session in which copies are counted by scans. What is expected is fixed when it starts (`stocktake_copy`). */
export const stocktake = pgTable(
  'stocktake',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    startedAt: instant().notNull(),
    /** Who started it; null when that user was deleted for good (`forget_users`). */
    userId: uuid(),
    /** The place that is counted; null for all places. */
    location: text(),
    /** The first and the last shelf mark that are counted; empty for no limit. */
    shelfFrom: text().notNull().default(''),
    shelfTo: text().notNull().default(''),
    closedAt: instant(),
    /** What was found by the time it was closed; null while it is open. */
    figures: jsonb().$type<StocktakeFigures>(),
  },
  (table) => [index('stocktake_started_at_index').on(table.startedAt)],
)

/** A copy that is expected. No foreign key to the copy, which may be deleted while it is counted. */
export const stocktakeCopy = pgTable(
  'stocktake_copy',
  {
    stocktakeId: uuid()
      .notNull()
      .references(() => stocktake.id, { onDelete: 'cascade' }),
    copyId: uuid().notNull(),
    location: text().notNull(),
    /** When it was seen last before the start: with another moment it was at the desk since, whatever the clock says. */
    lastSeenAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.stocktakeId, table.copyId] })],
)

/** A scan of a device. Its id is made there, so that a scan that is sent again is the same one. */
export const stocktakeScan = pgTable(
  'stocktake_scan',
  {
    id: uuid().primaryKey(),
    stocktakeId: uuid()
      .notNull()
      .references(() => stocktake.id, { onDelete: 'cascade' }),
    deviceId: uuid().notNull(),
    isPhone: boolean().notNull(),
    /** Null when that user was deleted for good (`forget_users`). */
    userId: uuid(),
    /** When it was scanned, by the clock of the server and the age that the device gives. */
    at: instant().notNull(),
    /** When it came to the server. */
    receivedAt: instant().notNull(),
    copyId: uuid(),
    /** In capitals; empty for a library card or a name, which are not kept. */
    code: text().notNull(),
    /** Where the device counts; null where that is not said. */
    place: text(),
    /** What it was answered with. */
    result: text().notNull(),
    /** The loan of the copy that was open when it was scanned. */
    loanId: uuid(),
    /** When the copy was seen last before, for the undo. */
    seenBefore: instant(),
    /** Why it does not count: the same device read the same label again within seconds; or it was put right. */
    ignored: text({ enum: ['stutter', 'once', 'left'] }),
    undoneAt: instant(),
  },
  (table) => [
    index('stocktake_scan_stocktake_id_index').on(table.stocktakeId, table.copyId),
    index('stocktake_scan_device_index').on(table.stocktakeId, table.deviceId, table.receivedAt),
    check(
      'stocktake_scan_ignored_known',
      sql`${table.ignored} is null or ${table.ignored} in ('stutter', 'once', 'left')`,
    ),
  ],
)

/** One press that puts right what a stock-taking has found of a kind, undone as a whole. */
export const stocktakeFix = pgTable(
  'stocktake_fix',
  {
    ...batchColumns(),
    /** The user whom the one who started the current step impersonated. */
    inNameOf: uuid(),
    stocktakeId: uuid()
      .notNull()
      .references(() => stocktake.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['missing', 'misplaced', 'unknown', 'onLoan', 'lost', 'twice'] }).notNull(),
  },
  (table) => [index('stocktake_fix_stocktake_id_index').on(table.stocktakeId, table.createdAt)],
)

/** What is needed to take the change of a row back. */
export interface StocktakeFixBefore {
  condition?: string
  location?: string
  /** The place that the copy got. */
  place?: string
  /** The loan that ended, or that was settled as back. */
  returned?: string
  settled?: string
  /** The scans that count no more. */
  scans?: string[]
}

/** A copy, or an unknown number, that is put right. */
export const stocktakeFixRow = pgTable(
  'stocktake_fix_row',
  {
    fixId: uuid()
      .notNull()
      .references(() => stocktakeFix.id, { onDelete: 'cascade' }),
    /** Position, from 0. */
    at: integer().notNull(),
    copyId: uuid(),
    code: text().notNull().default(''),
    result: text({ enum: ['changed', 'refused'] }).notNull(),
    /** Why it was left alone: it is another way by now, or not there. */
    reason: text({ enum: ['changed', 'missing'] }),
    before: jsonb().$type<StocktakeFixBefore>().notNull().default({}),
    /** Why the undo left it alone; null if it did not. */
    kept: text({ enum: ['changed', 'missing'] }),
  },
  (table) => [primaryKey({ columns: [table.fixId, table.at] })],
)
