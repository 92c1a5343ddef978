import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { bytes, storedColumns } from './columns.ts'

/** A named search, filter and order of a list in the manager area: a user's own, or one for all managers. */
export const savedView = pgTable(
  'saved_view',
  {
    ...storedColumns(),
    /** The list that the view is of, such as `books`. */
    list: text().notNull(),
    name: text().notNull(),
    // No foreign keys: the views of a deleted user wait for a restoration, until `forget_users` deletes them.
    /** The owner. Null for a view for all managers, which outlives the account of its maker. */
    ownerId: uuid(),
    /** Who shares the view. Null for a view of one's own, and where that account has been deleted for good. */
    sharedById: uuid(),
    /** Search parameters of the list's address. What is no longer valid is dropped when it is read. */
    search: jsonb().$type<Record<string, string>>().notNull(),
    nameHash: bytes()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_hash("name")`),
  },
  (table) => [
    // Also finds the views of a list that a user sees.
    unique('saved_view_name_unique').on(table.list, table.ownerId, table.nameHash).nullsNotDistinct(),
    index('saved_view_owner_id_index').on(table.ownerId),
    index('saved_view_shared_by_id_index').on(table.sharedById),
  ],
)

/** The error for each violated constraint of this table. */
export const savedViewConstraints: ConstraintErrors = {
  saved_view_name_unique: { code: 'NAME_TAKEN', fields: { name: { key: 'name_taken' } } },
}
