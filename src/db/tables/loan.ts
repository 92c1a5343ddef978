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
import type { ConstraintErrors } from '#errors/codes.server.ts'
import { newId } from '#lib/id.ts'
import { book } from './book.ts'
import { borrower, borrowerGroup } from './borrower.ts'
import { instant, storedColumns } from './columns.ts'
import { copy } from './copy.ts'

const IS_OPEN = '"returned_at" is null and "lost_at" is null'

/** A loan of a copy. A copy has one open loan at most: neither returned nor lost. */
export const loan = pgTable(
  'loan',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    // No foreign key: the loans of a deleted book wait for its restoration. A trigger refuses to delete a copy on loan.
    copyId: uuid().notNull(),
    /** Null once a returned loan has forgotten who it was. */
    borrowerId: uuid().references(() => borrower.id, { onDelete: 'set null' }),
    /** The group of the borrower when it was lent. */
    groupId: uuid().references(() => borrowerGroup.id, { onDelete: 'set null' }),
    lentAt: instant().notNull(),
    dueOn: date({ mode: 'string' }).notNull(),
    returnedAt: instant(),
    /** When it ended without a return: the copy was said to be lost. The borrower owes it until it is settled. */
    lostAt: instant(),
    /** How a lost one was settled; null while it is owed. */
    settledAs: text({ enum: ['back', 'replaced', 'paid', 'waived'] }),
    settledAt: instant(),
    renewals: integer().notNull().default(0),
    // No foreign keys: loans outlive the users who were at the desk (`forget_users`).
    lentBy: uuid(),
    returnedBy: uuid(),
    /** The act of the desk that lent it. */
    actId: uuid().notNull(),
  },
  (table) => [
    uniqueIndex('loan_open_copy_unique').on(table.copyId).where(sql.raw(IS_OPEN)),
    unique('loan_act_id_unique').on(table.actId),
    index('loan_copy_id_index').on(table.copyId, table.id),
    index('loan_borrower_id_index').on(table.borrowerId, table.id),
    // For the deletion of a group and of users.
    index('loan_group_id_index').on(table.groupId),
    index('loan_lent_by_index').on(table.lentBy),
    index('loan_returned_by_index').on(table.returnedBy),
    index('loan_open_due_on_index').on(table.dueOn, table.id).where(sql.raw(IS_OPEN)),
    index('loan_owed_borrower_id_index')
      .on(table.borrowerId)
      .where(sql`"lost_at" is not null and "settled_as" is null`),
    // What is still to be forgotten.
    index('loan_returned_at_index')
      .on(table.returnedAt)
      .where(sql`"borrower_id" is not null`),
    // An open or an owed one.
    check(
      'loan_open_has_borrower',
      sql`${table.returnedAt} is not null or ${table.settledAs} is not null or ${table.borrowerId} is not null`,
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

/** Whether the borrower of a loan owes a lost copy. */
export const isOwedLoan = sql<boolean>`${loan.lostAt} is not null and ${loan.settledAs} is null`

/** Whether a loan is open or owed: neither its copy nor its borrower can be deleted. */
export const isUnsettledLoan = sql<boolean>`${loan.returnedAt} is null and ${loan.settledAs} is null`

/** The error for each violated constraint of this table. */
export const loanConstraints: ConstraintErrors = {
  // The act itself is forgotten by now.
  loan_act_id_unique: { code: 'IDEMPOTENCY_KEY_REUSED' },
  // By the deletion of a borrower, which takes them from returned loans.
  loan_open_has_borrower: { code: 'BORROWER_HAS_LOANS' },
}

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

/** The error for each violated constraint of this table. */
export const holdConstraints: ConstraintErrors = {
  hold_book_id_borrower_id_unique: { code: 'HOLD_TAKEN' },
  hold_book_id_book_id_fk: { code: 'NOT_FOUND' },
  hold_borrower_id_borrower_id_fk: { code: 'NOT_FOUND' },
}

/** A day on which no book is due. */
export const closedDay = pgTable('closed_day', {
  date: date({ mode: 'string' }).primaryKey(),
  note: text().notNull().default(''),
})

/** What is needed to take an act back. */
export interface ActUndo {
  /** The loan that it opened. */
  lent?: string
  /** The loan that it closed. */
  returned?: string
  /** The copy before: a lost one was found. */
  condition?: 'lost'
  /** The loan of a lost copy that it has settled as back. */
  settled?: string
  /** Whether the copy was put aside. */
  putAside?: true
  /** The hold from which the loan took the copy, and the day until which it had it. */
  taken?: { id: string; readyUntil: string | null }
  /** The hold that ended with the loan. */
  fulfilled?: { id: string; borrowerId: string; placedAt: string; copyId: string | null; readyUntil: string | null }
  /** The refusals that it dealt with, by their acts. */
  dealtWith?: string[]
  /** Loans as they were before they were renewed. */
  renewed?: { id: string; dueOn: string }[]
}

/**
 * The acts of the desk, each once, with their answers: a repeated one gets the same. Deleted after two days, since an answer
 * names people.
 */
export const deskAct = pgTable(
  'desk_act',
  {
    /** Made by the browser. */
    id: uuid().primaryKey(),
    at: instant().notNull(),
    userId: uuid().notNull(),
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
  ],
)
