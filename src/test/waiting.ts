import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'

/** The connections of this database that wait for a lock, by their process id. */
export const WAITING = sql`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Resolves when a statement, or so many, waits for a lock that the test holds. */
export const untilWaiting = (count = 1) =>
  // Not in the test's transaction, in which PostgreSQL answers the same each time.
  expect.poll(async () => (await db.execute(WAITING)).rowCount).toBe(count)
