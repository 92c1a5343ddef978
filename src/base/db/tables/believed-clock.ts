import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'

/** How far the clock has been followed: one row. */
export const believedClock = pgTable(
  'believed_clock',
  {
    id: boolean().primaryKey().default(true),
    /** When data was last deleted by age, by a clock that was believed. */
    cleanedUpAt: instant().notNull(),
    /** The earliest and latest time that a clock behind `cleanedUpAt` has shown meanwhile. */
    earliest: instant(),
    latest: instant(),
  },
  (table) => [check('believed_clock_one_row', sql`${table.id}`)],
)

/**
 * Jumps of the clock, and time in which the library was switched off: what is dated in the period is counted as so much
 * younger, by `counted_from`.
 */
export const clockJump = pgTable('clock_jump', {
  id: uuid().primaryKey().$defaultFn(newId),
  /** The beginning of the period; null for all time before `until`. */
  since: instant(),
  until: instant().notNull(),
  seconds: integer().notNull(),
})
