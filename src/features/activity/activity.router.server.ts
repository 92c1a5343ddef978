import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { can } from '#auth/permissions.ts'
import { db } from '#db/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { procedure } from '#rpc/procedure.server.ts'
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

/** Those who may not see users hear nothing of them. */
const visibleTo = (role: string): SQL | undefined =>
  can(role, 'user:get') ? undefined : eq(activity.subjectKind, 'book')

/** All that was done, newest first; what was done to users only for those who may see users. */
const list = procedure('apps:manager')
  .input(activityPageInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context }) => pageOf(input, visibleTo(context.session.user.role)))

/** The last ten things that were done, bursts of equal changes as one; of users as `list`. */
const recent = procedure('apps:manager')
  .output(recentActivitySchema)
  .handler(({ context }) => recentActivity(visibleTo(context.session.user.role)))

/** What was done to a book, also to one that is gone. */
const ofBook = procedure('apps:manager')
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input }) => pageOf(input, and(eq(activity.subjectId, input.id), eq(activity.subjectKind, 'book'))))

/** What was done to a user, and what that user did. */
const ofUser = procedure('user:get')
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input }) => {
    // Of each kind a page by its own index: `or` would sort all that a busy person has ever done.
    const ids = (condition: SQL) =>
      db
        .select({ id: activity.id })
        .from(activity)
        .where(and(condition, input.cursor === undefined ? undefined : lt(activity.id, Number(input.cursor))))
        .orderBy(desc(activity.id))
        .limit(input.limit + 1)
    const either = unionAll(ids(eq(activity.subjectId, input.id)), ids(eq(activity.actorId, input.id)))
    return pageOf(input, inArray(activity.id, either))
  })

export const activityRouter = { list, recent, ofBook, ofUser }
