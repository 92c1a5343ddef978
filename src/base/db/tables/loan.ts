import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { book } from './book.ts'
import { borrower, borrowerGroup } from './borrower.ts'
import { instant, storedColumns } from './columns.ts'
import { copy } from './copy.ts'

/** A reminder of a loan: by mail before the day, on it or after it, or on paper. */
export interface Reminder {
  kind: 'before' | 'due' | 'late'
  way: 'mail' | 'paper'
  /** When it was queued or printed, in ISO 8601. */
  at: string
  /** The day that a mail was about: that on which the copy was due, or was said to be lost. */
  day?: string
  /** The mail, in `reminder_mail`. */
  mail?: string
}

const IS_OPEN = '"returned_at" is null and "lost_at" is null'

/** A loan of a copy. A copy has one open loan at most: neither returned nor lost. */
export const loan = pgTable(
  'loan',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    // No foreign key: the loans of a deleted book wait for its restoration. A trigger refuses to delete a copy on loan.
    copyId: uuid().notNull(),
    /** Who has borrowed; null once a returned loan has forgotten that. */
    borrowerId: uuid().references(() => borrower.id, { onDelete: 'set null' }),
    /** The group of the borrower when the copy was lent. */
    groupId: uuid().references(() => borrowerGroup.id, { onDelete: 'set null' }),
    /** The class set as part of which the copy was lent; the loans of a set share this id. */
    setId: uuid(),
    /** The class that has a copy of a class set as a whole, in place of a borrower. */
    classId: uuid().references(() => borrowerGroup.id, { onDelete: 'set null' }),
    lentAt: instant().notNull(),
    dueOn: date({ mode: 'string' }).notNull(),
    returnedAt: instant(),
    /** When the copy was said to be lost, which ends the loan. The borrower owes the copy until the loan is settled. */
    lostAt: instant(),
    /** How the loan of a lost copy was settled; null while the copy is owed. */
    settledAs: text({ enum: ['back', 'replaced', 'paid', 'waived'] }),
    settledAt: instant(),
    renewals: integer().notNull().default(0),
    /** What the borrower was reminded of this loan, the first one first. */
    reminders: jsonb().$type<Reminder[]>().notNull().default([]),
    // No foreign keys: loans outlive the users who were at the desk (`forget_users`).
    lentBy: uuid(),
    returnedBy: uuid(),
    /** The act of the desk that lent the copy. */
    actId: uuid().notNull(),
  },
  (table) => [
    uniqueIndex('loan_open_copy_unique').on(table.copyId).where(sql.raw(IS_OPEN)),
    unique('loan_act_id_unique').on(table.actId),
    index('loan_copy_id_index').on(table.copyId, table.id),
    index('loan_borrower_id_index').on(table.borrowerId, table.id),
    // For the deletion of a group and of users.
    index('loan_group_id_index').on(table.groupId),
    index('loan_set_id_index')
      .on(table.setId)
      .where(sql`"set_id" is not null`),
    index('loan_class_id_index')
      .on(table.classId)
      .where(sql`"class_id" is not null`),
    index('loan_lent_by_index').on(table.lentBy),
    // For the counts of a year.
    index('loan_lent_at_index').on(table.lentAt),
    index('loan_returned_by_index').on(table.returnedBy),
    index('loan_open_due_on_index').on(table.dueOn, table.id).where(sql.raw(IS_OPEN)),
    index('loan_owed_borrower_id_index')
      .on(table.borrowerId)
      .where(sql`"lost_at" is not null and "settled_as" is null`),
    // For the returned loans whose borrowers are still to be forgotten.
    index('loan_returned_at_index')
      .on(table.returnedAt)
      .where(sql`"borrower_id" is not null`),
    // A loan that is open, or whose lost copy is owed, has its borrower or class.
    check(
      'loan_open_has_borrower',
      sql`${table.returnedAt} is not null or ${table.settledAs} is not null or ${table.borrowerId} is not null
        or ${table.classId} is not null`,
    ),
    check(
      'loan_settled',
      sql`(${table.settledAs} is null) = (${table.settledAt} is null) and (${table.settledAs} is null or ${table.lostAt} is not null)
        and ${table.settledAs} in ('back', 'replaced', 'paid', 'waived')`,
    ),
  ],
)

/** Whether a loan is open: the copy is neither back nor lost. */
export const isOpenLoan = sql<boolean>`${loan.returnedAt} is null and ${loan.lostAt} is null`

/** Whether a loan still says who had the copy: a borrower, or a class. */
export const hasBorrower = sql<boolean>`(${loan.borrowerId} is not null or ${loan.classId} is not null)`

/** Whether the borrower of a loan owes a lost copy. */
export const isOwedLoan = sql<boolean>`${loan.lostAt} is not null and ${loan.settledAs} is null`

/** Whether a loan is open or owed: neither its copy nor its borrower can be deleted. */
export const isUnsettledLoan = sql<boolean>`${loan.returnedAt} is null and ${loan.settledAs} is null`

/** A borrower waits for a book: first come, first served. */
export const hold = pgTable(
  'hold',
  {
    ...storedColumns(),
    bookId: uuid()
      .notNull()
      .references(() => book.id, { onDelete: 'cascade' }),
    borrowerId: uuid()
      .notNull()
      .references(() => borrower.id, { onDelete: 'cascade' }),
    placedAt: instant().notNull(),
    /** The copy that was put aside for it, and the last day on which it can be fetched. */
    copyId: uuid().references(() => copy.id, { onDelete: 'set null' }),
    readyUntil: date({ mode: 'string' }),
  },
  (table) => [
    unique('hold_book_id_borrower_id_unique').on(table.bookId, table.borrowerId),
    unique('hold_copy_id_unique').on(table.copyId),
    index('hold_book_id_index').on(table.bookId, table.placedAt, table.id),
    index('hold_borrower_id_index').on(table.borrowerId),
  ],
)

/** A day on which no book is due. */
export const closedDay = pgTable('closed_day', {
  date: date({ mode: 'string' }).primaryKey(),
  note: text().notNull().default(''),
})

/** What is needed to take an act back. */
export interface ActUndo {
  /** The loan that the act opened. */
  lent?: string
  /** The loan that the act closed. */
  returned?: string
  /** The condition of the copy before the act, if a lost copy was found. */
  condition?: 'lost'
  /** The loan of a lost copy that the act settled as back. */
  settled?: string
  /** Whether the copy was put aside. */
  putAside?: true
  /** The hold from which the loan took the copy, and the day until which it had it. */
  taken?: { id: string; readyUntil: string | null }
  /** The hold that ended with the loan. */
  fulfilled?: { id: string; borrowerId: string; placedAt: string; copyId: string | null; readyUntil: string | null }
  /** The refusals that the act dealt with, by the ids of their acts. */
  dealtWith?: string[]
  /** Loans as they were before they were renewed. */
  renewed?: { id: string; dueOn: string }[]
  /** The loans of a class set that the act opened or closed. */
  set?: { lent?: string[]; returned?: string[] }
}

/**
 * The acts of the desk, each once, with their answers: a repeated one gets the same. Deleted after two days, since an answer
 * names people.
 */
export const deskAct = pgTable(
  'desk_act',
  {
    /** Id that the browser has made. */
    id: uuid().primaryKey(),
    at: instant().notNull(),
    userId: uuid().notNull(),
    /** The self-service corner that it was done at; null for a desk. No foreign key: acts outlive corners. */
    cornerId: uuid(),
    /** What was scanned, and what else was asked for: another request with the same id is refused. */
    request: text().notNull(),
    code: text().notNull().default(''),
    result: text(),
    copyId: uuid(),
    borrowerId: uuid(),
    /** Who had the copy that was returned. */
    formerBorrowerId: uuid(),
    /** Whether it changed something, and is in the feed of the day. */
    isChange: boolean().notNull().default(false),
    answer: jsonb().$type<unknown>(),
    undo: jsonb().$type<ActUndo>(),
    undoneAt: instant(),
  },
  (table) => [
    index('desk_act_at_index').on(table.at, table.id),
    index('desk_act_copy_id_index').on(table.copyId, table.at),
    index('desk_act_borrower_id_index').on(table.borrowerId),
    index('desk_act_former_borrower_id_index').on(table.formerBorrowerId),
    index('desk_act_corner_id_index')
      .on(table.cornerId, table.at)
      .where(sql`"corner_id" is not null`),
  ],
)
