import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { batchColumns } from './batch-columns.ts'
import { instant } from './columns.ts'

/** Every class of a school moves to its next one, as one change that is undone as a whole. */
export const yearEnd = pgTable(
  'year_end',
  {
    ...batchColumns(),
    /** The user whom the one who started the current step impersonated. */
    inNameOf: uuid(),
    /** The name of the group for leavers with books, if it has to be made. */
    leftName: text().notNull(),
    /** That group, if this year end has made it. */
    leftGroupId: uuid(),
    /** The next classes before and after, by the ids of the classes that got another one. */
    formerNext: jsonb().$type<Record<string, { before: string | null; after: string }>>().notNull().default({}),
  },
  (table) => [index('year_end_created_at_index').on(table.createdAt)],
)

/** What a year end does with a borrower: the expected result until it is processed, then the actual one. It holds no name. */
export const yearEndRow = pgTable(
  'year_end_row',
  {
    yearEndId: uuid()
      .notNull()
      .references(() => yearEnd.id, { onDelete: 'cascade' }),
    /** Position, from 0. */
    at: integer().notNull(),
    borrowerId: uuid().notNull(),
    fromGroupId: uuid().notNull(),
    /** The next class; for leavers with books the group that they got. */
    toGroupId: uuid(),
    /** `repeated` stays in the class; `trashed` leaves without books, `left` leaves with books that are out or owed. */
    result: text({ enum: ['moved', 'repeated', 'trashed', 'left', 'refused'] }).notNull(),
    /** Why the borrower was left alone: in another class meanwhile, or not there. */
    reason: text({ enum: ['changed', 'missing'] }),
    /** Why the undo left the borrower alone; null if it did not. `taken`: another has the card, number or account by now. */
    kept: text({ enum: ['changed', 'missing', 'taken'] }),
  },
  (table) => [primaryKey({ columns: [table.yearEndId, table.at] })],
)

/** A stretch of days with their reason. */
export interface ClosedStretch {
  from: string
  to: string
  note: string
}

/** What changes due days: one day for all loans or those of a group, or another calendar. */
export type DueOperation =
  | { kind: 'day'; dueOn: string; groupId: string | null }
  | {
      kind: 'calendar'
      /** The closed days of the week before and after, 1 for Monday. */
      weekdays: { before: number[]; after: number[] }
      /** The days that were closed, with their reasons, and those of them that were closed already with their former ones. */
      days: ClosedStretch[]
      former: { date: string; note: string }[]
    }

/** A change of the due days of many loans, made and undone in one transaction. */
export const dueChange = pgTable(
  'due_change',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    createdAt: instant().notNull().defaultNow(),
    /** Who made it; null when that user was deleted for good (`forget_users`). */
    userId: uuid(),
    operation: jsonb().$type<DueOperation>().notNull(),
    undoneAt: instant(),
  },
  (table) => [index('due_change_created_at_index').on(table.createdAt)],
)

/** A loan with another due day. No foreign key: it outlives the loan. */
export const dueChangeRow = pgTable(
  'due_change_row',
  {
    dueChangeId: uuid()
      .notNull()
      .references(() => dueChange.id, { onDelete: 'cascade' }),
    loanId: uuid().notNull(),
    before: date({ mode: 'string' }).notNull(),
    after: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.dueChangeId, table.loanId] })],
)

/** A day of the week on which no book is due, every week: 1 for Monday, 7 for Sunday. */
export const closedWeekday = pgTable('closed_weekday', { weekday: integer().primaryKey() }, (table) => [
  check('closed_weekday_known', sql`${table.weekday} between 1 and 7`),
])

/** Borrowers who got accounts in one act: linked to those that were there, or to new ones. Undone as a whole. */
export const accountBulk = pgTable(
  'account_bulk',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    createdAt: instant().notNull().defaultNow(),
    /** Who made it; null when that user was deleted for good (`forget_users`). */
    userId: uuid(),
    undoneAt: instant(),
  },
  (table) => [index('account_bulk_created_at_index').on(table.createdAt)],
)

/** A borrower with the user who was linked. No foreign keys: it outlives both, and holds no name. */
export const accountBulkRow = pgTable(
  'account_bulk_row',
  {
    bulkId: uuid()
      .notNull()
      .references(() => accountBulk.id, { onDelete: 'cascade' }),
    borrowerId: uuid().notNull(),
    linkedId: uuid().notNull(),
    /** Whether the user was added by this act. */
    isMade: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bulkId, table.borrowerId] })],
)
