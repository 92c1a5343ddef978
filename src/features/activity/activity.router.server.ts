import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { can, readPermission } from '#auth/permissions.ts'
import { db } from '#db/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { RECORDED } from '#nouns.ts'
import { procedure, requireAccess } from '#rpc/procedure.server.ts'
import { recentActivity } from './activity-recent.server.ts'
import { readActivities, selectRows } from './activity-rows.server.ts'
import {
  activityOfInputSchema,
  activityPageInputSchema,
  activityPageSchema,
  recentActivitySchema,
  type ActivityPage,
} from './activity.schema.ts'

type Place = Pick<z.output<typeof activityPageInputSchema>, 'cursor' | 'limit'>

/** A page of what a condition allows, newest first. */
async function pageOf({ cursor, limit }: Place, condition: SQL | undefined): Promise<ActivityPage> {
  const rows = await selectRows(condition, cursor === undefined ? undefined : Number(cursor), limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: await readActivities(shown), nextCursor: last ? String(last.row.id) : null }
}

/** Those who may not see what a noun is hear nothing of it. */
const visibleTo = (role: string): SQL | undefined => {
  const kinds = RECORDED.filter((kind) => can(role, readPermission(kind)))
  return kinds.length === RECORDED.length ? undefined : inArray(activity.subjectKind, kinds)
}

/** All that was done, newest first; what was done to users only for those who may see users. */
const list = procedure('apps:manager')
  .input(activityPageInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context }) => pageOf(input, visibleTo(context.session.user.role)))

/** The last ten things that were done, bursts of equal changes as one; of users as `list`. */
const recent = procedure('apps:manager')
  .output(recentActivitySchema)
  .handler(({ context }) => recentActivity(visibleTo(context.session.user.role)))

/** What was done to one of a noun, also to one that is gone; of a user also what that user did. For those who may read it. */
const of = procedure('apps:manager')
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context }) => {
    requireAccess(context.session, readPermission(input.kind))
    const isSubject = and(eq(activity.subjectId, input.id), eq(activity.subjectKind, input.kind))
    if (input.kind !== 'user') return pageOf(input, isSubject)
    // Of each kind a page by its own index: `or` would sort all that a busy person has ever done.
    const ids = (condition: SQL | undefined) =>
      db
        .select({ id: activity.id })
        .from(activity)
        .where(and(condition, input.cursor === undefined ? undefined : lt(activity.id, Number(input.cursor))))
        .orderBy(desc(activity.id))
        .limit(input.limit + 1)
    return pageOf(input, inArray(activity.id, unionAll(ids(isSubject), ids(eq(activity.actorId, input.id)))))
  })

export const activityRouter = { list, recent, of }
