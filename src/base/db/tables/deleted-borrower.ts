import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { borrowerFieldColumns } from './borrower.ts'
import { instant } from './columns.ts'

/** A hold of a deleted borrower. */
export interface DeletedHold {
  bookId: string
  placedAt: string
  /** With a merge: of a hold that the borrower who stayed has got, and has still if it was not fulfilled or cancelled. */
  id?: string
}

/** What a merge has given to the borrower who stayed: the columns, with their values before and after it. */
export interface MergedValues {
  before: Readonly<Record<string, string | null>>
  after: Readonly<Record<string, string | null>>
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
    /** The borrower with whom they were merged, and what that one got by it. No foreign key: that one may go to the trash. */
    mergedInto: uuid(),
    merged: jsonb().$type<MergedValues>(),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant().notNull(),
    /** Null for the command line, and when that user was deleted for good. No foreign key: see `forget_users`. */
    deletedBy: uuid(),
  },
  (table) => [index('deleted_borrower_deleted_at_index').on(table.deletedAt, table.id)],
)
