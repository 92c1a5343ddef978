import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { userFieldColumns } from './user.ts'

/** A linked account at a social provider as the trash keeps it, by the columns of `account`. */
export interface LinkedAccountRow {
  id: string
  provider_id: string
  account_id: string
  created_at: string
}

/**
 * The trash: a deleted user, with all that is needed to restore them under their id. Sessions, API keys and codes are
 * not kept. A table of its own, so that sign-in, lists and the unique address of `user` know nothing of it. Triggers
 * forget who is neither here nor in `user` any more (`forget_users`).
 */
export const deletedUser = pgTable(
  'deleted_user',
  {
    id: uuid().primaryKey(),
    ...userFieldColumns(),
    accounts: jsonb().$type<LinkedAccountRow[]>().notNull().default([]),
    /** The borrower who was linked to the user. No foreign key: the borrower may be in the trash. */
    borrowerId: uuid(),
    version: integer().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    deletedAt: instant().notNull(),
    /** Null for the command line, and when that user was deleted for good. No foreign key: see `forget_users`. */
    deletedBy: uuid(),
  },
  (table) => [index('deleted_user_deleted_at_index').on(table.deletedAt, table.id)],
)
