import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * A copy that was scanned at the desk and not lent, until somebody has dealt with it. No foreign keys: `forget_borrowers`
 * deletes those of an erased borrower.
 */
export const deskRefusal = pgTable(
  'desk_refusal',
  {
    /** The act of the desk that was refused. */
    actId: uuid().primaryKey(),
    at: instant().notNull(),
    /** Who was at the desk. */
    userId: uuid().notNull(),
    /** The self-service corner that refused it; null for a desk. */
    cornerId: uuid(),
    /** What was scanned. */
    code: text().notNull(),
    copyId: uuid().notNull(),
    borrowerId: uuid(),
    /** Why the act was refused: the notices of the answer. */
    reasons: jsonb().$type<unknown[]>().notNull(),
    dealtWithAt: instant(),
    /** Who has dealt with the refusal, by a press or by an act of the desk. */
    dealtWithBy: uuid(),
  },
  (table) => [
    index('desk_refusal_at_index').on(table.at, table.actId),
    index('desk_refusal_copy_id_index').on(table.copyId),
    index('desk_refusal_borrower_id_index').on(table.borrowerId),
  ],
)
