import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { columnName } from './column-name.server.ts'
import type { LastChange } from '#base/errors/app-error.ts'
import type { RecordedNoun } from '#nouns.ts'
import type { Transaction } from './actor.server.ts'
import { activity } from './tables/activity.ts'
import { personName, user } from './tables/user.ts'

/** Newest records to search; enough, since the changes asked for happened while a form was open. */
const NEWEST = 50

/**
 * The last change of each field, or of each part of one, such as `names.fr`, from the activity. Omits fields that never changed since the row was created.
 */
export async function lastChanges(
  tx: Pick<Transaction, 'select'>,
  subject: { kind: RecordedNoun; id: string },
  fields: readonly string[],
): Promise<Record<string, LastChange>> {
  const rows = await tx
    .select({
      at: activity.at,
      columns: sql<string[]>`array(select jsonb_object_keys(${activity.after}))`,
      kind: activity.actorKind,
      id: user.id,
      name: personName(user),
    })
    .from(activity)
    .leftJoin(user, eq(user.id, activity.actorId))
    .where(
      and(
        eq(activity.subjectId, subject.id),
        eq(activity.subjectKind, subject.kind),
        isNotNull(activity.before),
        isNotNull(activity.after),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(NEWEST)
  const changes: Record<string, LastChange> = {}
  for (const field of fields) {
    const [name = field] = field.split('.')
    const column = columnName(name)
    const row = rows.find(({ columns }) => columns.includes(column))
    if (row) changes[field] = { at: row.at, by: { kind: row.kind, id: row.id, name: row.name } }
  }
  return changes
}
