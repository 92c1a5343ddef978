import { and, asc, desc, eq, inArray, like, ne, or } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { personName, user } from '#base/db/tables/user.ts'

/** Entries among which actors are looked for. */
const LATEST = 5000
const MOST = 100

/**
 * Managers, who has lately changed something beside their own account, and the chosen user, by name; 100 at most.
 */
export async function findActors(chosen: string | undefined): Promise<{ id: string; name: string | null }[]> {
  const latest = db
    .select({ actorId: activity.actorId, subjectId: activity.subjectId })
    .from(activity)
    .orderBy(desc(activity.id))
    .limit(LATEST)
    .as('latest')
  const name = personName(user)
  return (
    db
      .select({ id: user.id, name })
      .from(user)
      .where(
        or(
          // The few who are not only users have an index.
          and(ne(user.role, 'user'), like(user.role, '%admin%')),
          inArray(user.id, db.select({ id: latest.actorId }).from(latest).where(ne(latest.actorId, latest.subjectId))),
          chosen === undefined ? undefined : eq(user.id, chosen),
        ),
      )
      // The chosen user is first, so the limit never leaves them out.
      .orderBy(...(chosen === undefined ? [] : [desc(eq(user.id, chosen))]), asc(name), asc(user.id))
      .limit(MOST)
  )
}
