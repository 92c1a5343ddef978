import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ActingUser, Transaction } from '#base/db/actor.server.ts'
import { db, readDb, type Queryable } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { yearEnd, yearEndRow } from '#base/db/tables/school-year.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { canMove, isBeingUndone } from '#base/lib/batch-states.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { Activity, ActivityEntry } from '#kit/activity/activity.schema.ts'
import { batchesOf } from '#kit/batch/shared/batch.server.ts'
import { batchRunner } from '#kit/batch/shared/run-batch.server.ts'
import { planYearEnd, previewClasses } from './plan-year-end.server.ts'
import { takeYearEndBack, undoYearEndGroups, writeYearEnd, type YearEndRecord } from './write-year-end.server.ts'
import type { YearEnd, YearEndInput, YearEndPreview } from './year-end.schema.ts'

/** Borrowers per transaction: less than half a second of work, since each leaver goes to the trash by themselves. */
const CHUNK_ROWS = 200

/** Milliseconds in which another year end is likely the same button pressed again. Also where the clock has stepped back. */
const RECENT = 180 * 86_400_000

const batches = batchesOf<YearEndRecord>({
  table: yearEnd,
  rows: { table: 'year_end_row', batchId: 'year_end_id' },
  find: async (id, on) => (await on.select().from(yearEnd).where(eq(yearEnd.id, id)))[0],
  refusal: 'BULK_STATE',
})

const actorOf = ({ userId, inNameOf }: YearEndRecord) =>
  userId === null ? 'operator' : { userId, ...(inNameOf !== null && { inNameOf }) }

/** Ends a year end or its undo, with its entry in the activity; false when its state does not allow that (any more). */
const finish = (id: string, name: 'finish' | 'fail' | 'finishUndo', failure: string | null = null): Promise<boolean> =>
  batches.tryMove(id, name, {
    values: (record) => ({
      failure,
      finishedAt: now(),
      ...(record.step === 'write' && name === 'fail' && { total: record.processed }),
    }),
    also: async (tx, record, before) => {
      // Rows that were not processed are no part of a year end that has failed.
      await tx.delete(yearEndRow).where(and(eq(yearEndRow.yearEndId, id), gte(yearEndRow.at, record.total)))
      if (name === 'finishUndo') await undoYearEndGroups(tx, record)
      if (before.step === 'write' || name === 'finishUndo') await noteInActivity(tx, record)
    },
  })

async function noteInActivity(tx: Transaction, { id, state, userId, inNameOf }: YearEndRecord): Promise<void> {
  const { moved, trashed, left, kept } = await countRows(tx, id)
  await tx.insert(activity).values({
    actorKind: userId ? 'person' : 'system',
    actorId: userId,
    inNameOf,
    action: state === 'undone' ? 'borrower.undo-bulk-year-end' : 'borrower.bulk-year-end',
    subjectKind: 'borrower',
    subjectId: id,
    subjectName: '',
    after: { moved, gone: trashed + left, kept },
  })
}

const runner = batchRunner<YearEndRecord>({
  name: 'year-end',
  batches,
  needs: ({ userId }) => ({ userId, permission: 'borrower:delete' }),
  runChunk: ({ id, step }) =>
    step === 'write'
      ? batches.inChunk(id, 'write', async (tx, record) => {
          const to = Math.min(record.processed + CHUNK_ROWS, record.total)
          await writeYearEnd(tx, record, batches.rowsOf(id, record.processed, to), actorOf(record))
          return { processed: to }
        })
      : batches.undoInChunk(id, CHUNK_ROWS, (tx, _, chunk) => takeYearEndBack(tx, chunk)),
  end: ({ id, step }) => finish(id, step === 'write' ? 'finish' : 'finishUndo'),
  fail: (id, failure) => finish(id, 'fail', failure),
})

const { job } = runner

export { job as yearEndJob }

/**
 * Runs a year end to its end.
 *
 * @internal for tests
 */
export const runYearEnd = runner.run

/** How many rows have which result. */
async function countRows(on: Queryable, id: string) {
  const rows = await on
    .select({ result: yearEndRow.result, rows: count(), kept: count(yearEndRow.kept) })
    .from(yearEndRow)
    .where(eq(yearEndRow.yearEndId, id))
    .groupBy(yearEndRow.result)
  const of = (result: (typeof rows)[number]['result']) => rows.find((one) => one.result === result)?.rows ?? 0
  return {
    moved: of('moved'),
    repeated: of('repeated'),
    trashed: of('trashed'),
    left: of('left'),
    refused: of('refused'),
    kept: rows.reduce((sum, { kept }) => sum + kept, 0),
  }
}

async function viewOf(record: YearEndRecord, on: Queryable = db): Promise<YearEnd> {
  const { id, state, total, processed, createdAt, startedAt } = record
  const counts = await countRows(on, id)
  return { id, state, isUndoing: isBeingUndone(record), total, processed, startedAt: startedAt ?? createdAt, ...counts }
}

/** A year end with its counts; NOT_FOUND. */
export const viewYearEnd = async (id: string): Promise<YearEnd> => viewOf(await batches.require(id))

/** The last year end of the last half year that was not undone. */
async function lastYearEnd(on: Queryable): Promise<YearEndRecord | undefined> {
  const [found] = await on
    .select()
    .from(yearEnd)
    .where(and(ne(yearEnd.state, 'undone'), gt(yearEnd.createdAt, new Date(now().getTime() - RECENT))))
    .orderBy(desc(yearEnd.createdAt), desc(yearEnd.id))
    .limit(1)
  return found
}

/** The classes with what is suggested for each. */
export async function previewYearEnd(): Promise<YearEndPreview> {
  const last = await lastYearEnd(db)
  return { ...(await previewClasses(db)), last: last ? await viewOf(last) : null }
}

/**
 * Starts a year end, one at a time. YEAR_END_CHANGED if other classes or pupils were seen than there are, or another one runs;
 * VALIDATION_ERROR at `isAgain` a short while after another one.
 */
export async function beginYearEnd(input: YearEndInput, actor: ActingUser): Promise<{ id: string }> {
  const id = newId()
  await db.transaction(async (tx) => {
    // Pressed twice, the second waits here, and then sees other classes than it was shown.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('year_end'))`)
    const last = await lastYearEnd(tx)
    const { classes, mark } = await previewClasses(tx)
    if (mark !== input.seen || last?.state === 'running') throw createError('YEAR_END_CHANGED')
    if (last && !input.isAgain)
      throw createError('VALIDATION_ERROR', { fields: { isAgain: { key: 'validation_required' } } })
    const planned = await planYearEnd(tx, classes, input)
    if (planned.length === 0) throw createError('YEAR_END_CHANGED')
    await tx.insert(yearEnd).values({
      id,
      state: 'running',
      createdAt: now(),
      startedAt: now(),
      total: planned.length,
      userId: actor.userId,
      inNameOf: actor.inNameOf ?? null,
      leftName: m.year_end_left_group(),
      formerNext: await saveNext(tx, input.next),
    })
    await tx.execute(sql`
      insert into year_end_row (year_end_id, at, borrower_id, from_group_id, to_group_id, result)
      select ${id}, row_number() over () - 1, given.id, given."from", given."to", given.result
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as given(id uuid, "from" uuid, "to" uuid, result text)`)
  })
  job.wake()
  return { id }
}

/** Remembers the next classes for the next year. Returns the former ones of those that got another one. */
async function saveNext(tx: Transaction, next: YearEndInput['next']): Promise<YearEndRecord['formerNext']> {
  const given = Object.entries(next).flatMap(([id, to]) => (to === 'leave' || to === 'stay' ? [] : [{ id, to }]))
  const { rows } = await tx.execute<{ id: string; before: string | null; after: string }>(sql`
    with former as (
      select g.id, g.next_group_id as before, given."to" as after
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, "to" uuid) join borrower_group as g on g.id = given.id
      where g.next_group_id is distinct from given."to" order by g.id for update of g
    )
    update borrower_group as g set next_group_id = former.after, version = g.version + 1, updated_at = ${now()}::timestamptz
    from former where g.id = former.id returning g.id, former.before, former.after`)
  return Object.fromEntries(rows.map(({ id, before, after }) => [id, { before, after }]))
}

/** Takes a year end back, as a whole; who was changed since is left alone. BULK_STATE. */
export async function startYearEndUndo(
  id: string,
  { userId, inNameOf = null }: { userId: string; inNameOf?: string | null },
) {
  await batches.move(id, 'undo', { values: () => ({ userId, inNameOf }) })
  job.wake()
}

const former = alias(borrowerGroup, 'former')
/** Rows that a report names at most. */
const NAMED = 500

/** Whom a year end, or its undo, has left alone. */
export async function leftAlone(id: string) {
  await batches.require(id)
  const rows = await db
    .select({
      at: yearEndRow.at,
      name: borrower.name,
      className: former.name,
      kept: yearEndRow.kept,
      reason: yearEndRow.reason,
    })
    .from(yearEndRow)
    .leftJoin(borrower, eq(borrower.id, yearEndRow.borrowerId))
    .leftJoin(former, eq(former.id, yearEndRow.fromGroupId))
    .where(and(eq(yearEndRow.yearEndId, id), sql`(${isNotNull(yearEndRow.kept)} or ${isNotNull(yearEndRow.reason)})`))
    .orderBy(yearEndRow.at)
    .limit(NAMED)
  return rows.map(({ kept, reason, ...row }) => ({ ...row, why: kept ?? reason ?? ('changed' as const) }))
}

/** What the caller can do to the entries of year ends in the activity, by the entries' ids. */
export async function yearEndStates(
  entries: readonly ActivityEntry[],
  session: CurrentSession,
): Promise<Map<number, Pick<Activity, 'bulk'>>> {
  const own = entries.filter(({ action }) => action === 'borrower.bulk-year-end')
  if (own.length === 0 || !hasAccess(session, 'borrower:delete')) return new Map()
  const ids = own.map(({ subject }) => subject.id)
  const found = await readDb()
    .select({ id: yearEnd.id, state: yearEnd.state })
    .from(yearEnd)
    .where(inArray(yearEnd.id, ids))
  const states = new Map(found.map(({ id, state }) => [id, state]))
  return new Map(
    own.flatMap(({ id, subject }) => {
      const state = states.get(subject.id)
      return state && canMove({ state, step: 'write' }, 'undo') ? [[id, { bulk: 'undo' }] as const] : []
    }),
  )
}

/** Deletes year ends from before a moment, whose borrowers have long gone from the trash. */
export const cleanUpYearEnds = (before: Date) =>
  db.delete(yearEnd).where(and(lt(yearEnd.createdAt, before), ne(yearEnd.state, 'running')))
