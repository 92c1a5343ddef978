import { integer, text, uuid } from 'drizzle-orm/pg-core'
import { BATCH_STATES, BATCH_STEPS } from '#base/lib/batch-states.ts'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'

/** What is stored of every import and bulk change, so that the same functions run them. */
export const batchColumns = () => ({
  id: uuid().primaryKey().$defaultFn(newId),
  /** `waiting`: previewed, not started yet; `running`: goes on by itself after a restart of the server. */
  state: text({ enum: BATCH_STATES }).notNull().default('waiting'),
  step: text({ enum: BATCH_STEPS }).notNull().default('write'),
  /** Who started it; null for the command line, or when that user was deleted for good (`forget_users`). */
  userId: uuid(),
  /** Rows, and how many of them the current step has processed. An undo counts down to 0. */
  total: integer().notNull().default(0),
  processed: integer().notNull().default(0),
  /** Why it failed. */
  failure: text(),
  createdAt: instant().notNull().defaultNow(),
  startedAt: instant(),
  finishedAt: instant(),
})
