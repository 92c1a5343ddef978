import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether what a column dates is older than a moment, of which the time counts for nothing that the library was switched off or
 * the clock was wrong. The first condition is for the index.
 */
export const isOlder = (column: PgColumn | SQL, moment: Date): SQL =>
  sql`(${column} < ${moment}::timestamptz and public.counted_from(${column}) < ${moment}::timestamptz)`
