import { asc, between, eq, getTableColumns, gte, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { borrowerGroup } from '#db/tables/borrower.ts'
import { closedDay } from '#db/tables/loan.ts'
import { createError } from '#errors/create-error.server.ts'
import { libraryDay } from '#features/loan/shared/due-day.server.ts'
import type { ProblemKey } from '#i18n/problem-text.ts'
import { dayAfter } from '#lib/day-start.ts'
import { answerCreated, versionedRows } from '#features/noun/shared/versioned-rows.server.ts'
import { documentProblems } from '#openapi/document-problems.server.ts'
import { OUTDATED, restRoutes } from '#openapi/rest-routes.server.ts'
import { requireId, requireRow } from '#rpc/not-found.server.ts'
import { withEntityTag } from '#rpc/precondition.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import {
  closedDaysInputSchema,
  closedDaysSchema,
  groupChangeSchema,
  groupIdSchema,
  groupInputSchema,
  groupListSchema,
  groupRemovalSchema,
  groupSchema,
  openAgainInputSchema,
  type BorrowerGroup,
  type ClosedDays,
} from './group.schema.ts'

/** Days that are closed at a time: a year. */
const MAX_CLOSED_DAYS = 366

const PATH = '/borrower-groups'
const routes = restRoutes({ path: PATH, one: 'borrowerGroup', many: 'borrowerGroups', problems: ['NAME_TAKEN'] })
const tags = ['Borrowers']

const { nameHash: _hash, ...ownColumns } = getTableColumns(borrowerGroup)
const columns = {
  ...ownColumns,
  borrowers: sql<number>`(select count(*)::int from borrower as b where b.group_id = borrower_group.id)`,
} satisfies Record<keyof BorrowerGroup, unknown>

const findGroup = async (id: string, on: Queryable | Transaction = db): Promise<BorrowerGroup> =>
  requireRow(
    await on
      .select(columns)
      .from(borrowerGroup)
      .where(eq(borrowerGroup.id, requireId(id))),
  )

const groups = versionedRows({ table: borrowerGroup, find: findGroup })

/** All groups, in the order in which people count: 2A before 10A. */
const list = procedure('borrower:read')
  .route({
    ...routes.list,
    tags,
    summary: 'List the groups of borrowers',
    description: 'All classes and other groups, by name, with their rules of lending.',
    successDescription: 'The groups.',
  })
  .output(groupListSchema)
  .handler(async () => ({
    items: await db
      .select(columns)
      .from(borrowerGroup)
      .orderBy(asc(sql`${borrowerGroup.name} collate "public"."counted"`)),
  }))

/** One group; NOT_FOUND. */
const get = procedure('borrower:read')
  .route({ ...routes.get, tags, summary: 'Read a group of borrowers' })
  .input(groupIdSchema)
  .output(groupSchema)
  .handler(async ({ input, context }) => withEntityTag(context, await findGroup(input.id)))

/** Adds a group. NAME_TAKEN at `name`. */
const create = procedure('borrower:create', { takenBack: 'undo' })
  .route({ ...routes.create, tags, summary: 'Add a group of borrowers' })
  .input(groupInputSchema)
  .output(groupSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const [row] = await tx.insert(borrowerGroup).values(input).returning({ id: borrowerGroup.id })
      return answerCreated(context, PATH, await findGroup(row?.id ?? '', tx))
    }),
  )

/** Saves a group in the version that was read. It holds for loans to come, not for those that are there. */
const update = procedure('borrower:update', { takenBack: 'undo', isVersioned: true })
  .route({ ...routes.update, tags, summary: 'Change a group of borrowers' })
  .input(groupChangeSchema)
  .output(groupSchema)
  .handler(({ input, context }) => withActor(context.session.actor, (tx) => groups.update(tx, context, input)))

/** Deletes a group without borrowers, in the version that was read. GROUP_HAS_BORROWERS. */
const remove = procedure('borrower:delete', { takenBack: 'undo', isVersioned: true })
  .route({
    ...routes.remove,
    tags,
    summary: 'Delete a group of borrowers',
    spec: documentProblems('GROUP_HAS_BORROWERS', ...OUTDATED),
  })
  .input(groupRemovalSchema)
  .handler(({ input, context }) =>
    withActor(context.session.actor, async (tx) => {
      const { borrowers } = await findGroup(requireId(input.id), tx)
      if (borrowers > 0) throw createError('GROUP_HAS_BORROWERS')
      await groups.remove(tx, context, input)
    }),
  )

/** The closed days from today on, those first that come first. */
const listClosed = procedure('borrower:read')
  .output(closedDaysSchema)
  .handler(async () => {
    const days = await db
      .select()
      .from(closedDay)
      .where(gte(closedDay.date, libraryDay()))
      .orderBy(asc(closedDay.date))
      .limit(MAX_CLOSED_DAYS * 3)
    const ranges: ClosedDays[] = []
    for (const { date, note } of days) {
      const last = ranges.at(-1)
      if (last && last.note === note && dayAfter(last.to) === date) last.to = date
      else ranges.push({ from: date, to: date, note })
    }
    return ranges
  })

/**
 * Closes the library on days, or changes why. Loans that are due then stay as they are. VALIDATION_ERROR at `from` for a
 * day before today, at `to` for one before `from` or more than a year after it.
 */
const close = procedure('borrower:update', { takenBack: 'again' })
  .input(closedDaysInputSchema)
  .handler(async ({ input: { from, to = from, note } }) => {
    const today = libraryDay()
    const latest = dayAfter(from, MAX_CLOSED_DAYS - 1)
    if (from < today) throw outOfRange('from', 'validation_date_min', today)
    if (to < from) throw outOfRange('to', 'validation_date_min', from)
    if (to > latest) throw outOfRange('to', 'validation_date_max', latest)
    await db.execute(sql`insert into closed_day (date, note)
      select day::date, ${note} from generate_series(${from}::date, ${to}::date, '1 day') as day
      on conflict (date) do update set note = excluded.note`)
  })

const outOfRange = (field: 'from' | 'to', key: ProblemKey, limit: string) =>
  createError('VALIDATION_ERROR', { fields: { [field]: { key, params: { limit } } } })

/** Opens the library on days again. */
const open = procedure('borrower:update', { takenBack: 'again' })
  .input(openAgainInputSchema)
  .handler(async ({ input: { from, to } }) => {
    await db.delete(closedDay).where(between(closedDay.date, from, to))
  })

export const borrowerGroupRouter = { list, get, create, update, remove, listClosed, close, open }
