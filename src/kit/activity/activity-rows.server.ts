import { and, desc, eq, gte, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readDb } from '#base/db/connection/client.server.ts'
import { RECORDED_TABLES } from '#base/db/noun-tables.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { RECORDED } from '#nouns.ts'
import { activityChanges, namedRowsOf } from './activity-changes.server.ts'
import { ACTIONS, type ActivityEntry } from './activity.schema.ts'

const actor = alias(user, 'actor')
const seenAs = alias(user, 'seen_as')

/**
 * A key that is equal for changes that differ in the subject only: actor, action, the fields of an update, the role of
 * a role change, and whether they undo others. Of what is a group already, each has its own.
 */
export const kindOfChange = sql<string>`concat_ws(' ', ${activity.actorKind}, coalesce(${activity.actorId}::text, '-'),
  coalesce(${activity.inNameOf}::text, '-'), ${activity.isUndo}, ${activity.action}, case
    when ${activity.action} like '%.update' then
      (select string_agg(field, ',' order by field) from jsonb_object_keys(${activity.after}) as field)
    when ${activity.action} = 'user.set-role' then ${activity.after} ->> 'role'
    when ${activity.action} ~ '\\.(undo-)?(import|bulk)' or ${activity.after} -> 'rows' is not null then ${activity.id}::text
  end)`

/** The entries of a condition that are left of a burst: those like its newest one that were not undone. */
export const leftOfBurst = ({ id, lastId }: { id: number; lastId: number }, condition: SQL | undefined) =>
  and(
    lte(activity.id, id),
    gte(activity.id, lastId),
    isNull(activity.undoneAt),
    condition,
    sql`${kindOfChange} = (select ${kindOfChange} from ${activity} where ${eq(activity.id, id)})`,
  )

/** Whether an entry is about an import instead of a row. */
const isImport = sql<boolean>`${activity.action} ~ '\\.(undo-)?import$'`

/** Whether the subject still exists. */
const isSubjectThere = sql<boolean>`case when ${isImport} then exists (select from ${bookImport} where ${bookImport.id} = ${activity.subjectId}) else case ${activity.subjectKind} ${sql.join(
  RECORDED.map((noun) => {
    const { table } = RECORDED_TABLES[noun]
    return sql`when ${noun} then exists (select from ${table} as there where there.id = ${activity.subjectId})`
  }),
  sql` `,
)} end end`

/** The newest rows of a condition, below an id. */
export const selectRows = (condition: SQL | undefined, below: number | undefined, limit: number) =>
  readDb()
    .select({
      row: activity,
      kind: kindOfChange,
      actorName: personName(actor),
      seenAs: { id: seenAs.id, name: personName(seenAs) },
      isThere: isSubjectThere,
    })
    .from(activity)
    .leftJoin(actor, eq(actor.id, activity.actorId))
    .leftJoin(seenAs, eq(seenAs.id, activity.inNameOf))
    .where(and(condition, below === undefined ? undefined : lt(activity.id, below)))
    .orderBy(desc(activity.id))
    .limit(limit)

export type ActivityRow = Awaited<ReturnType<typeof selectRows>>[number]

/** Converts rows for display. */
export async function readActivities(rows: readonly ActivityRow[]): Promise<ActivityEntry[]> {
  const named = await namedRowsOf(rows.map(({ row }) => row))
  return rows.map((one) => ({ ...read(one), changes: activityChanges(one.row, named) }))
}

function read({ row, actorName, seenAs: seen, isThere }: ActivityRow): Omit<ActivityEntry, 'changes'> {
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actorKind, id: actorName === null ? null : row.actorId, name: actorName },
    inNameOf: row.inNameOf === null ? null : { id: seen?.id ?? null, name: seen?.name ?? null },
    undoneAt: row.undoneAt,
    action: ACTIONS.find((action) => action === row.action) ?? `${row.subjectKind}.update`,
    subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName, isThere },
  }
}
