import { bigint, date, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { borrowerGroup } from './borrower.ts'

/**
 * A borrower who has borrowed in a month or a year, noted when the loans forget their borrower: one row for each borrower and month or
 * year, so that each is counted once. It names no book and no number of loans, and the borrower only until the month or year is over.
 */
export const forgottenReader = pgTable(
  'forgotten_reader',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['month', 'school_year', 'calendar_year'] }).notNull(),
    /** Its first day. */
    start: date({ mode: 'string' }).notNull(),
    /** The class or group at the first loan in it. */
    groupId: uuid().references(() => borrowerGroup.id, { onDelete: 'set null' }),
    /** Null once it is over and no loan knows who it was. No foreign key: borrowers come back from the trash (`forget_readers`). */
    borrowerId: uuid(),
  },
  (table) => [
    unique('forgotten_reader_unique').on(table.kind, table.start, table.borrowerId),
    index('forgotten_reader_borrower_id_index').on(table.borrowerId),
    // For the deletion of a group.
    index('forgotten_reader_group_id_index').on(table.groupId),
  ],
)
