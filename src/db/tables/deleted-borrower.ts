import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { borrowerFieldColumns } from './borrower.ts'
import { instant } from './columns.ts'

/** A hold of a deleted borrower. */
export interface DeletedHold {
  bookId: string
  placedAt: string
}

/**
 * The trash: a deleted borrower, with all that is needed to restore them under their id. A table of its own, so that the desk,
 * lists and the unique card of `borrower` know nothing of it. Triggers forget who is neither here nor in `borrower` any more
 * (`forget_borrowers`).
 */
export const deletedBorrower = pgTable(
  'deleted_borrower',
  {
    id: uuid().primaryKey(),
    ...borrowerFieldColumns(),
    /** No foreign keys: a group or a user may be deleted meanwhile, and the borrower is then restored without. */
    groupId: uuid(),
    userId: uuid(),
    /** Ended loans that were theirs, of which the table of loans has forgotten the borrower. */
    loanIds: uuid().array().notNull().default([]),
    holds: jsonb().$type<DeletedHold[]>().notNull().default([]),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant().notNull(),
    /** Null for the command line, and when that user was deleted for good. No foreign key: see `forget_users`. */
    deletedBy: uuid(),
  },
  (table) => [index('deleted_borrower_deleted_at_index').on(table.deletedAt, table.id)],
)
