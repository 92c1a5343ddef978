import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { RecordedNoun } from '#nouns.ts'
import { instant } from './columns.ts'

/**
 * One row for each change of a noun that is recorded, by triggers in the same transaction (db/actor.server.ts says by whom).
 * No foreign keys: what was done stays when its book is gone, and when its doer is, without the name.
 */
export const activity = pgTable(
  'activity',
  {
    /** In the order of the changes. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    actorKind: text({ enum: ['person', 'operator', 'system'] }).notNull(),
    /** Null for a person who is no longer there. */
    actorId: uuid(),
    /** Through whose eyes a manager looked meanwhile. */
    inNameOf: uuid(),
    /** Such as `book.update`, `user.ban`. */
    action: text().notNull(),
    subjectKind: text().$type<RecordedNoun>().notNull(),
    subjectId: uuid().notNull(),
    /** The title, the name or the address at that time; null for a user who is no longer there. */
    subjectName: text(),
    /** Column to value, of those that changed. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    index('activity_subject_id_index').on(table.subjectId, table.id),
    index('activity_actor_id_index').on(table.actorId, table.id),
    check('activity_actor_kind_known', sql`${table.actorKind} in ('person', 'operator', 'system')`),
  ],
)
