import { and, desc, eq, inArray, lt, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import { can, readPermission } from '#auth/permissions.ts'
import type { CurrentSession } from '#auth/session/session.server.ts'
import { db } from '#db/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { bookBulkRow } from '#db/tables/book-bulk.ts'
import { bookImportRow } from '#db/tables/book-import.ts'
import { RECORDED } from '#nouns.ts'
import { procedure, requireAccess } from '#rpc/procedure.server.ts'
import { withUndo } from './activity-bulk.server.ts'
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

/** A page of the rows of a condition, newest first. */
async function pageOf(
  { cursor, limit }: Place,
  session: CurrentSession,
  condition: SQL | undefined,
): Promise<ActivityPage> {
  const rows = await selectRows(condition, cursor === undefined ? undefined : Number(cursor), limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const items = await withUndo(await readActivities(shown), session)
  return { items, nextCursor: last ? String(last.row.id) : null }
}

/** Excludes the nouns that the role may not read. */
const visibleTo = (role: string): SQL | undefined => {
  const kinds = RECORDED.filter((kind) => can(role, readPermission(kind)))
  return kinds.length === RECORDED.length ? undefined : inArray(activity.subjectKind, kinds)
}

/** All activity that the caller may read, newest first. */
const list = procedure('apps:manager')
  .input(activityPageInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context }) => pageOf(input, context.session, visibleTo(context.session.user.role)))

/** The last ten entries, with bursts of equal changes as one. */
const recent = procedure('apps:manager')
  .output(recentActivitySchema)
  .handler(async ({ context: { session } }) => ({
    items: await withUndo(await recentActivity(visibleTo(session.user.role)), session),
  }))

/** The imports that added or changed a book: their entries stand for those of their books. */
const importsOf = (bookId: string) =>
  db
    .select({ id: bookImportRow.importId })
    .from(bookImportRow)
    .where(and(eq(bookImportRow.bookId, bookId), inArray(bookImportRow.result, ['created', 'updated'])))

/** The bulk changes of a book. */
const bulksOf = (bookId: string) =>
  db
    .select({ id: bookBulkRow.bulkId })
    .from(bookBulkRow)
    .where(and(eq(bookBulkRow.bookId, bookId), eq(bookBulkRow.result, 'changed')))

const isOneOf = (ids: SQLWrapper) => inArray(activity.subjectId, ids)

/** The activity on one item, also a deleted one; for a user also by them. Requires permission to read the item. */
const of = procedure('apps:manager')
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context: { session } }) => {
    requireAccess(session, readPermission(input.kind))
    const isSubject = and(eq(activity.subjectId, input.id), eq(activity.subjectKind, input.kind))
    if (input.kind === 'book') {
      const { id } = input
      return pageOf(input, session, or(isSubject, isOneOf(importsOf(id)), isOneOf(bulksOf(id))))
    }
    if (input.kind !== 'user') return pageOf(input, session, isSubject)
    // A page from each index: `or` would sort everything that an active user has ever done.
    const ids = (condition: SQL | undefined) =>
      db
        .select({ id: activity.id })
        .from(activity)
        .where(and(condition, input.cursor === undefined ? undefined : lt(activity.id, Number(input.cursor))))
        .orderBy(desc(activity.id))
        .limit(input.limit + 1)
    return pageOf(input, session, inArray(activity.id, unionAll(ids(isSubject), ids(eq(activity.actorId, input.id)))))
  })

export const activityRouter = { list, recent, of }
