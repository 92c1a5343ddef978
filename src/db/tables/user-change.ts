import { bigint, pgTable } from 'drizzle-orm/pg-core'

/** One row for each statement that changed users, by a trigger: as book_change for books. */
export const userChange = pgTable('user_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
})
