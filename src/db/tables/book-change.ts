import { bigint, pgTable } from 'drizzle-orm/pg-core'

/** One row for each statement that changed books, by a trigger: whoever sees the same rows sees the same books. */
export const bookChange = pgTable('book_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
})
