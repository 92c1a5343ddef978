import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Permission } from '#base/auth/permissions.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { ActingUser, Transaction } from '#base/db/actor.server.ts'
import { db, readDb } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import type { copyBulk, copyBulkRow, RowOperation } from '#base/db/tables/lending-bulk.ts'
import { canMove, isBeingUndone } from '#base/lib/batch-states.ts'
import { now } from '#base/lib/clock.ts'
import type { ValueOfField } from '#base/lib/noun.ts'
import { newId } from '#base/lib/id.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import { batchesOf } from '#kit/batch/shared/batch.server.ts'
import { batchRunner } from '#kit/batch/shared/run-batch.server.ts'
import type { Activity, ActivityEntry } from '#kit/activity/activity.schema.ts'
import type { RecordedNoun } from '#nouns.ts'
import {
  expectedResult,
  formerValues,
  takeRowsBack,
  writeChangedRows,
  type RowRules,
} from './row-bulk-chunks.server.ts'
import type { RowBulk, RowBulkPreview, rowBulkRowsInputSchema, RowBulkRow } from './row-bulk.schema.ts'

type BulkRecord = typeof copyBulk.$inferSelect

/** A noun whose rows are changed many at once. */
interface RowBulkKind extends RowRules {
  noun: RecordedNoun
  /** Where its bulk changes are stored. */
  bulk: typeof copyBulk
  rows: typeof copyBulkRow
  /** The rows of the list with the tables that their name needs, in their order. */
  source: { from: SQL; order: SQL; name: SQL }
  /** A value as the activity shows it, where that is another one than the stored one. */
  shown?: (tx: Transaction, field: string, value: ValueOfField) => Promise<ValueOfField>
  /** The permission that an operation, and its undo, needs. */
  permissionOf: (operation: Pick<RowOperation, 'kind'>) => Permission
  /** Stages the rows of an operation `add`. Returns how many there are. */
  stageAdded?: (tx: Transaction, id: string) => Promise<number>
}

const actorColumns = ({ userId, inNameOf = null }: { userId: string; inNameOf?: string | null }) => ({
  userId,
  inNameOf,
})

/** Rows per transaction: less than half a second of work. A change can be cancelled between two transactions. */
const CHUNK_ROWS = 500

/** The bulk changes of a noun: made, run in the background, reported, taken back. */
export function rowBulks(kind: RowBulkKind) {
  const { noun, bulk, rows, table, source, permissionOf } = kind
  const batches = batchesOf<BulkRecord>({
    table: bulk,
    rows: { table: `${noun}_bulk_row`, batchId: 'bulk_id' },
    find: async (id, on) => (await on.select().from(bulk).where(eq(bulk.id, id)))[0],
    refusal: 'BULK_STATE',
  })

  type Ending = 'finish' | 'cancel' | 'fail' | 'finishUndo'
  /** Ends a change, with its entry in the activity; false when its state does not allow that (any more). */
  const finish = (id: string, name: Ending, failure: string | null = null): Promise<boolean> =>
    batches.tryMove(id, name, {
      values: (record) => ({
        failure,
        finishedAt: now(),
        ...(record.step === 'write' && name !== 'finish' && { total: record.processed }),
      }),
      also: async (tx, record, before) => {
        // Rows that were not processed are no longer part of the change.
        await tx.delete(rows).where(and(eq(rows.bulkId, id), gte(rows.at, record.total)))
        if (before.step === 'write' || name === 'finishUndo') await noteInActivity(tx, record)
      },
    })

  async function noteInActivity(tx: Transaction, { id, state, operation, userId, inNameOf }: BulkRecord) {
    const changed = await tx.$count(rows, and(eq(rows.bulkId, id), eq(rows.result, 'changed'), isNull(rows.kept)))
    if (changed === 0) return
    const [operand, stored = null] = operation.kind === 'set' ? (Object.entries(operation.values)[0] ?? []) : []
    const value = operand === undefined || !kind.shown ? stored : await kind.shown(tx, operand, stored)
    await tx.insert(activity).values({
      actorKind: userId ? 'person' : 'system',
      actorId: userId,
      inNameOf,
      action: state === 'undone' ? `${noun}.undo-bulk` : `${noun}.bulk-${operation.kind}`,
      subjectKind: noun,
      subjectId: id,
      subjectName: '',
      after: { rows: changed, ...(operand !== undefined && { operand, value: value ?? '' }) },
    })
  }

  const { run, job } = batchRunner<BulkRecord>({
    name: `${noun}-bulk`,
    batches,
    needs: ({ userId, operation }) => ({ userId, permission: permissionOf(operation) }),
    runChunk: ({ id, step, userId }) =>
      step === 'write'
        ? batches.inChunk(id, 'write', async (tx, { operation, processed, total }) => {
            const to = Math.min(processed + CHUNK_ROWS, total)
            await writeChangedRows(tx, kind, { operation, chunk: batches.rowsOf(id, processed, to), userId })
            return { processed: to }
          })
        : batches.undoInChunk(id, CHUNK_ROWS, (tx, { operation }, chunk) =>
            takeRowsBack(tx, kind, { operation, chunk }),
          ),
    end: ({ id, step }) => finish(id, step === 'write' ? 'finish' : 'finishUndo'),
    fail: (id, failure) => finish(id, 'fail', failure),
  })

  /** Makes a bulk change of the rows that meet a condition, and starts it. */
  async function create(operation: RowOperation, condition: SQL | undefined, actor: ActingUser): Promise<RowBulk> {
    const id = newId()
    await db.transaction(async (tx) => {
      const total = operation.kind === 'add' ? ((await kind.stageAdded?.(tx, id)) ?? 0) : await stage(tx, id)
      await tx.insert(bulk).values({
        id,
        operation,
        total,
        state: 'running',
        startedAt: now(),
        ...actorColumns(actor),
      })
    })
    job.wake()
    return view(id)

    async function stage(tx: Transaction, bulkId: string): Promise<number> {
      const { rowCount } = await tx.execute(sql`
        insert into ${rows} (bulk_id, at, row_id, version, name, result, before)
        select ${bulkId}, row_number() over (order by ${source.order}) - 1, ${table}.id, ${table}.version, ${source.name},
          ${expectedResult(table, operation)}, ${formerValues(table, operation)}
        from ${source.from} where ${condition ?? sql`true`}`)
      return rowCount ?? 0
    }
  }

  /** What a change of the rows that meet a condition would do now, in numbers of rows. */
  async function preview(
    operation: Exclude<RowOperation, { kind: 'add' }>,
    condition: SQL | undefined,
  ): Promise<RowBulkPreview> {
    const { rows: found } = await readDb().execute<{ result: string; reason: RowBulkRow['reason']; count: number }>(sql`
      select result, case when result = 'changed' then reason end as reason, count(*)::int as count from (
        select ${expectedResult(table, operation)} as result, ${kind.refusal(operation)} as reason
        from ${source.from} where ${condition ?? sql`true`}
      ) as expected group by 1, 2 order by 3 desc`)
    const refused = found.flatMap(({ reason, count: rowCount }) =>
      reason === null ? [] : [{ reason, count: rowCount }],
    )
    const rowsWith = (result: string) => found.find((one) => one.result === result && one.reason === null)?.count ?? 0
    return { changed: rowsWith('changed'), unchanged: rowsWith('unchanged'), refused }
  }

  /** The change with its counts; throws NOT_FOUND. */
  async function view(id: string): Promise<RowBulk> {
    const record = await batches.require(id)
    const { state, operation, total, processed } = record
    const isWriting = state === 'running' && record.step === 'write'
    const counts = await db
      .select({
        result: rows.result,
        rows: count(),
        kept: count(rows.kept),
        gone: sql`count(*) filter (where ${eq(rows.kept, 'missing')})`.mapWith(Number),
      })
      .from(rows)
      .where(and(eq(rows.bulkId, id), isWriting ? lt(rows.at, processed) : undefined))
      .groupBy(rows.result)
    const rowsOf = (result: RowBulkRow['result']) => counts.find((one) => one.result === result)?.rows ?? 0
    return {
      id,
      state,
      kind: operation.kind,
      isUndoing: isBeingUndone(record),
      total,
      processed,
      changed: rowsOf('changed'),
      unchanged: rowsOf('unchanged'),
      refused: rowsOf('refused'),
      kept: counts.reduce((sum, { kept }) => sum + kept, 0),
      gone: counts.reduce((sum, { gone }) => sum + gone, 0),
    }
  }

  /** A page of the rows of a change with one result; throws NOT_FOUND. */
  async function listRows({ id, result, cursor, limit }: z.output<typeof rowBulkRowsInputSchema>) {
    await batches.require(id)
    const found = await db
      .select()
      .from(rows)
      .where(
        and(
          eq(rows.bulkId, id),
          cursor === undefined ? undefined : gt(rows.at, Number(cursor)),
          result === 'kept' ? isNotNull(rows.kept) : eq(rows.result, result),
        ),
      )
      .orderBy(asc(rows.at))
      .limit(limit + 1)
    return { items: found.slice(0, limit), nextCursor: found.length > limit ? String(found[limit - 1]?.at) : null }
  }

  /** The id of the change or undo of this user that runs; of several the one that was started last. */
  async function findRunning({ userId }: ActingUser): Promise<string | null> {
    const [found] = await db
      .select({ id: bulk.id })
      .from(bulk)
      .where(and(eq(bulk.userId, userId), eq(bulk.state, 'running')))
      .orderBy(desc(bulk.startedAt))
      .limit(1)
    return found?.id ?? null
  }

  /** Takes back what an ended change has written; rows that were changed since are kept. BULK_STATE. */
  async function undo(id: string, actor: ActingUser): Promise<void> {
    await batches.move(id, 'undo', { values: () => actorColumns(actor) })
    job.wake()
  }

  /** Ends a change before its last row; what it has written stays. BULK_STATE. */
  async function cancel(id: string): Promise<void> {
    if (!(await finish(id, 'cancel'))) await batches.refuse(id)
  }

  /** What the caller can do to the entries of these changes in the activity, by the entries' ids. */
  async function states(
    entries: readonly ActivityEntry[],
    session: CurrentSession,
  ): Promise<Map<number, Pick<Activity, 'bulk'>>> {
    const own = entries.filter(({ action }) => action.startsWith(`${noun}.bulk-`) || action === `${noun}.undo-bulk`)
    if (own.length === 0) return new Map()
    const found = await readDb()
      .select({ id: bulk.id, state: bulk.state, operation: bulk.operation })
      .from(bulk)
      .where(
        inArray(
          bulk.id,
          own.map(({ subject }) => subject.id),
        ),
      )
    const known = new Map(found.map((one) => [one.id, one]))
    return new Map(
      own.flatMap(({ id, action, subject }) => {
        const one = known.get(subject.id)
        if (!one || !hasAccess(session, permissionOf(one.operation))) return []
        const canUndo = action !== `${noun}.undo-bulk` && canMove({ state: one.state, step: 'write' }, 'undo')
        return [[id, { bulk: canUndo ? 'undo' : 'report' }] as const]
      }),
    )
  }

  return {
    permissionOf,
    run,
    job,
    create,
    preview,
    view,
    listRows,
    findRunning,
    undo,
    cancel,
    states,
    /** The change; throws NOT_FOUND. */
    require: batches.require,
  }
}
