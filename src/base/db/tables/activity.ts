import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { RecordedNoun } from '#nouns.ts'
import { instant } from './columns.ts'

/**
 * The audit trail: a row for each change of a recorded noun, written by triggers in the same transaction
 * (base/db/actor.server.ts sets the actor). No foreign keys: rows outlive their subject and, without the name, their actor.
 */
export const activity = pgTable(
  'activity',
  {
    /** Increases in the order of the changes. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    actorKind: text({ enum: ['person', 'operator', 'system'] }).notNull(),
    /** Null for a deleted user. */
    actorId: uuid(),
    /** The user whom the actor impersonated. */
    inNameOf: uuid(),
    /** Such as `book.update`, `user.ban`. */
    action: text().notNull(),
    subjectKind: text().$type<RecordedNoun>().notNull(),
    subjectId: uuid().notNull(),
    /** The title, the name or the address at that time; null for a deleted user. */
    subjectName: text(),
    /** The changed columns with their values. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** When the change was taken back, whole or in part. */
    undoneAt: instant(),
    /** Whether the entry takes another change back (`markUndoing` in base/db/actor.server.ts). */
    isUndo: boolean()
      .notNull()
      .default(sql`coalesce(current_setting('maktaba.undoing', true), '') = 'on'`),
  },
  (table) => [
    index('activity_subject_id_index').on(table.subjectId, table.id),
    index('activity_actor_id_index').on(table.actorId, table.id),
    index('activity_action_index').on(table.action, table.id),
    index('activity_at_index').on(table.at, table.id),
    index('activity_subject_words_index').using('gin', sql`(public.fold_words("subject_name")) gin_trgm_ops`),
    check('activity_actor_kind_known', sql`${table.actorKind} in ('person', 'operator', 'system')`),
  ],
)
