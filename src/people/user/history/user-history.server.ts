import { and, desc, eq } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { MOST_VERSIONS, reconstructVersions } from '#kit/activity/shared/reconstruct-versions.server.ts'
import type { User } from '../user.schema.ts'
import { userVersionSchema, type UserVersion } from './user-history.schema.ts'

/** A user's name, address and roles after each of the latest entries of their activity, newest first. */
export async function versionsOfUser({ id: userId, name, email, role }: User): Promise<UserVersion[]> {
  const entries = await db
    .select({ id: activity.id, action: activity.action, before: activity.before, after: activity.after })
    .from(activity)
    .where(and(eq(activity.subjectId, userId), eq(activity.subjectKind, 'user')))
    .orderBy(desc(activity.id))
    .limit(MOST_VERSIONS)
  const { fields: schema } = userVersionSchema.shape
  // An entry of a deletion leaves an empty name out.
  const versions = reconstructVersions(
    { name, email, role },
    entries,
    (known) => schema.safeParse({ name: '', ...known }).data,
  )
  return versions.flatMap(({ id, fields }) => (fields ? [{ id, fields }] : []))
}
