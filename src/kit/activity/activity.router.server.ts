import { and, desc, eq, gte, inArray, lt, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { readPermission } from '#base/auth/permissions.ts'
import { recordExport } from '#base/auth/security/security-log.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { bookBulkRow } from '#base/db/tables/book-bulk.ts'
import { bookImportRow } from '#base/db/tables/book-import.ts'
import { now } from '#base/lib/clock.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { documentFile } from '#base/openapi/document-problems.server.ts'
import { procedure, requireAccess } from '#base/rpc/procedure.server.ts'
import { withUndo, withUndoOfBursts } from './activity-undo.server.ts'
import { exportActivity } from './activity-export.server.ts'
import { activityExportInputSchema } from './activity-export.schema.ts'
import { findActors } from './activity-actors.server.ts'
import { findBursts, readBursts } from './activity-bursts.server.ts'
import { matchesFilter, visibleTo } from './activity-filter.server.ts'
import { recentActivity } from './activity-recent.server.ts'
import { readActivities, selectRows } from './activity-rows.server.ts'
import {
  activityActorsSchema,
  activityLinesInputSchema,
  activityLinesSchema,
  activityListInputSchema,
  activityOfInputSchema,
  type activityPageInputSchema,
  activityPageSchema,
  recentActivitySchema,
  type ActivityPage,
} from './activity.schema.ts'
import type { ActivityFilter } from './activity-search.schema.ts'

type Place = Pick<z.output<typeof activityPageInputSchema>, 'cursor' | 'limit'>

/** The id below which a page begins. */
const belowOf = ({ cursor }: Pick<Place, 'cursor'>) => (cursor === undefined ? undefined : Number(cursor))

/** A page of the rows of a condition, newest first. */
async function pageOf(
  { cursor, limit }: Place,
  session: CurrentSession,
  condition: SQL | undefined,
): Promise<ActivityPage> {
  const rows = await selectRows(condition, belowOf({ cursor }), limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const items = await withUndo(await readActivities(shown), session)
  return { items, nextCursor: last ? String(last.row.id) : null }
}

/** The entries of a filter that the caller may read. */
const conditionOf = async (session: CurrentSession, filter: ActivityFilter): Promise<SQL | undefined> =>
  and(visibleTo(session.user.role), await matchesFilter(filter, requestContext().timeZone))

/** All entries of a filter that the caller may read, newest first. */
const list = procedure('apps:manager', { mayLag: true })
  .input(activityListInputSchema)
  .output(activityPageSchema)
  .handler(async ({ input: { lastId, ...input }, context: { session } }) => {
    const isNewer = lastId === undefined ? undefined : gte(activity.id, lastId)
    return pageOf(input, session, and(await conditionOf(session, input), isNewer))
  })

/** As `list`, with each burst of equal changes as one line. */
const lines = procedure('apps:manager', { mayLag: true })
  .input(activityLinesInputSchema)
  .output(activityLinesSchema)
  .handler(async ({ input, context: { session } }) => {
    const condition = await conditionOf(session, input)
    const { bursts, next } = await findBursts(condition, belowOf(input), input.limit)
    const items = await withUndoOfBursts(await readBursts(bursts), condition, session)
    return { items, nextCursor: next === null ? null : String(next), total: null }
  })

/** The entries of a filter as a file, newest first. */
const exportFile = procedure('apps:manager', { takenBack: 'nothing' })
  .route({
    method: 'GET',
    path: '/activity/export',
    operationId: 'exportActivity',
    summary: 'Export the activity',
    description:
      'What was changed, by whom and when, newest first, as CSV (with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe). The newest 100,000 entries that the filter finds.',
    successDescription: 'The file.',
    tags: ['Activity'],
    spec: documentFile('text/csv'),
  })
  .input(activityExportInputSchema)
  .handler(async ({ input, context: { session } }) => {
    recordExport(session.actor, { format: 'csv', what: 'activity' })
    const { timeZone } = requestContext()
    const body = exportActivity(await conditionOf(session, input), timeZone)
    return fileResponse(body, 'text/csv; charset=utf-8', `maktaba-activity-${isoDay(now(), timeZone)}.csv`)
  })

/** Whose changes the activity can be narrowed to: managers, who has changed something lately, and the given one. */
const listActors = procedure('apps:manager', { takenBack: 'nothing' })
  .input(z.object({ chosen: z.optional(z.uuid()) }))
  .output(activityActorsSchema)
  .handler(({ input }) => findActors(input.chosen))

/** The last ten entries, with bursts of equal changes as one. */
const recent = procedure('apps:manager', { takenBack: 'nothing' })
  .output(recentActivitySchema)
  .handler(async ({ context: { session } }) => ({
    items: await withUndo(await recentActivity(session.user.role), session),
  }))

/** The imports that added or changed a book: their entries stand for those of their books. */
const importsOf = (bookId: string) =>
  db
    .select({ id: bookImportRow.importId })
    .from(bookImportRow)
    .where(and(eq(bookImportRow.bookId, bookId), inArray(bookImportRow.result, ['created', 'updated'])))

/** The bulk changes of a book. */
const bulkChangesOf = (bookId: string) =>
  db
    .select({ id: bookBulkRow.bulkId })
    .from(bookBulkRow)
    .where(and(eq(bookBulkRow.bookId, bookId), eq(bookBulkRow.result, 'changed')))

const isOneOf = (ids: SQLWrapper) => inArray(activity.subjectId, ids)

/** The activity on one item, also a deleted one; for a user also by them. Requires permission to read the item. */
const of = procedure('apps:manager', { mayLag: true })
  .input(activityOfInputSchema)
  .output(activityPageSchema)
  .handler(({ input, context: { session } }) => {
    requireAccess(session, readPermission(input.kind))
    const isSubject = and(eq(activity.subjectId, input.id), eq(activity.subjectKind, input.kind))
    if (input.kind === 'book') {
      const { id } = input
      return pageOf(input, session, or(isSubject, isOneOf(importsOf(id)), isOneOf(bulkChangesOf(id))))
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

export const activityRouter = { list, lines, recent, of, listActors, exportFile }
