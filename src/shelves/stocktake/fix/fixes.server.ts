import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { ActingUser, Transaction } from '#base/db/actor.server.ts'
import { db, readDb } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { stocktake, stocktakeFix, stocktakeFixRow } from '#base/db/tables/stocktake.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { canMove, isBeingUndone } from '#base/lib/batch-states.ts'
import { now } from '#base/lib/clock.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { Activity, ActivityEntry } from '#kit/activity/activity.schema.ts'
import { batchesOf } from '#kit/batch/shared/batch.server.ts'
import { batchRunner } from '#kit/batch/shared/run-batch.server.ts'
import { seenBy } from '../report/kinds.server.ts'
import { requireStocktake } from '../report/stocktakes.server.ts'
import type { Fix, Kind } from '../stocktake.schema.ts'
import { selectToPutRight, takeFixBack, writeFix, type FixRecord } from './write-fix.server.ts'

/** Copies per transaction: less than half a second of work, since returned and found ones are done one by one. */
const CHUNK_ROWS = 200

const batches = batchesOf<FixRecord>({
  table: stocktakeFix,
  rows: { table: 'stocktake_fix_row', batchId: 'fix_id' },
  find: async (id, on) => (await on.select().from(stocktakeFix).where(eq(stocktakeFix.id, id)))[0],
  refusal: 'BULK_STATE',
})

/** Ends a press or its undo, with its entry in the activity; false when its state does not allow that (any more). */
const finish = (id: string, name: 'finish' | 'fail' | 'finishUndo', failure: string | null = null): Promise<boolean> =>
  batches.tryMove(id, name, {
    values: (record) => ({
      failure,
      finishedAt: now(),
      ...(record.step === 'write' && name === 'fail' && { total: record.processed }),
    }),
    also: async (tx, record, before) => {
      // Rows that were not processed are no part of a press that has failed.
      await tx.delete(stocktakeFixRow).where(and(eq(stocktakeFixRow.fixId, id), gte(stocktakeFixRow.at, record.total)))
      if (before.step === 'write' || name === 'finishUndo') await noteInActivity(tx, record)
    },
  })

async function noteInActivity(tx: Transaction, record: FixRecord): Promise<void> {
  const { id, kind, state, userId, inNameOf } = record
  const isUndone = state === 'undone'
  const isIt = and(eq(stocktakeFixRow.fixId, id), eq(stocktakeFixRow.result, 'changed'))
  const rows = await tx.$count(stocktakeFixRow, isUndone ? and(isIt, sql`${stocktakeFixRow.kept} is null`) : isIt)
  if (rows === 0) return
  await tx.insert(activity).values({
    actorKind: userId ? 'person' : 'system',
    actorId: userId,
    inNameOf,
    action: isUndone ? 'copy.undo-stocktake' : 'copy.stocktake',
    subjectKind: 'copy',
    subjectId: id,
    subjectName: '',
    after: { rows, kind },
  })
}

const { run, job } = batchRunner<FixRecord>({
  name: 'stocktake-fix',
  batches,
  needs: ({ userId }) => ({ userId, permission: 'copy:update' }),
  runChunk: ({ id, step }) =>
    step === 'write'
      ? batches.inChunk(id, 'write', async (tx, record) => {
          const to = Math.min(record.processed + CHUNK_ROWS, record.total)
          const of = await requireStocktake(record.stocktakeId, tx)
          await writeFix(tx, record, of, batches.rowsOf(id, record.processed, to))
          return { processed: to }
        })
      : batches.undoInChunk(id, CHUNK_ROWS, takeFixBack),
  end: ({ id, step }) => finish(id, step === 'write' ? 'finish' : 'finishUndo'),
  fail: (id, failure) => finish(id, 'fail', failure),
})

export { job as stocktakeFixJob }

/**
 * Runs a press to its end.
 *
 * @internal for tests
 */
export const runStocktakeFix = run

interface Press {
  id: string
  stocktakeId: string
  kind: Kind
  copyId?: string | undefined
}

/** Begins to put right what was found of a kind, or one copy of it. STOCKTAKE_CHANGED where nothing is to be, or one runs; NOT_FOUND. */
export async function putRight({ id, stocktakeId, kind, copyId }: Press, actor: ActingUser): Promise<void> {
  await db.transaction(async (tx) => {
    // Pressed twice, the second waits here.
    await tx.select({ id: stocktake.id }).from(stocktake).where(eq(stocktake.id, stocktakeId)).for('update')
    const record = await requireStocktake(stocktakeId, tx)
    // Sent again: it has begun.
    if (await batches.find(id, tx)) return
    const running = await tx.$count(
      stocktakeFix,
      and(eq(stocktakeFix.stocktakeId, stocktakeId), eq(stocktakeFix.kind, kind), eq(stocktakeFix.state, 'running')),
    )
    if (running > 0) throw createError('STOCKTAKE_CHANGED')
    await tx.insert(stocktakeFix).values({
      id,
      stocktakeId,
      kind,
      state: 'running',
      createdAt: now(),
      startedAt: now(),
      userId: actor.userId,
      inNameOf: actor.inNameOf ?? null,
    })
    const isCode = kind === 'unknown'
    const { rowCount } = await tx.execute(sql`
      with ${seenBy(record)}
      insert into stocktake_fix_row (fix_id, at, copy_id, code, result)
      select ${id}, row_number() over (order by one) - 1, ${isCode ? sql`null::uuid, one` : sql`one, ''`}, 'changed'
      from (select ${isCode ? sql`code` : sql`copy_id`} as one from (${selectToPutRight(record, kind)}) as found) as found
      where ${copyId === undefined || isCode ? sql`true` : sql`one = ${copyId}::uuid`}`)
    if (!rowCount) throw createError('STOCKTAKE_CHANGED')
    await tx.update(stocktakeFix).set({ total: rowCount }).where(eq(stocktakeFix.id, id))
  })
  job.wake()
}

/** A press with its progress; NOT_FOUND. */
export async function viewFix(id: string): Promise<Fix> {
  const record = await batches.require(id)
  const { stocktakeId, kind, state, total, processed } = record
  const { rows } = await db.execute<{ changed: number; refused: number; kept: number }>(sql`
    select count(*) filter (where result = 'changed' and (at < ${processed} or ${record.step === 'undo'}))::int as changed,
      count(*) filter (where result = 'refused')::int as refused, count(kept)::int as kept
    from stocktake_fix_row where fix_id = ${id}`)
  const { changed = 0, refused = 0, kept = 0 } = rows[0] ?? {}
  return { id, stocktakeId, kind, state, isUndoing: isBeingUndone(record), total, processed, changed, refused, kept }
}

/** Takes a press back, as a whole; what was changed since is left alone. BULK_STATE, NOT_FOUND. */
export async function undoFix(id: string, { userId, inNameOf = null }: { userId: string; inNameOf?: string | null }) {
  await batches.move(id, 'undo', { values: () => ({ userId, inNameOf }) })
  job.wake()
}

/** Rows that a report names at most. */
const NAMED = 500

/** What a press, or its undo, has left alone; NOT_FOUND. */
export async function leftByFix(id: string) {
  await batches.require(id)
  const { rows } = await db.execute<{ at: number; number: string; title: string; why: 'changed' | 'missing' }>(sql`
    select r.at, coalesce(c.number, r.code) as number, coalesce(b.title, '') as title, coalesce(r.kept, r.reason, 'changed') as why
    from stocktake_fix_row as r left join copy as c on c.id = r.copy_id left join book as b on b.id = c.book_id
    where r.fix_id = ${id} and (r.kept is not null or r.result = 'refused') order by r.at limit ${NAMED}`)
  return rows
}

/** What the caller can do to the entries of presses in the activity, by the entries' ids. */
export async function stocktakeStates(
  entries: readonly ActivityEntry[],
  session: CurrentSession,
): Promise<Map<number, Pick<Activity, 'bulk'>>> {
  const own = entries.filter(({ action }) => action === 'copy.stocktake')
  if (own.length === 0 || !hasAccess(session, 'copy:update')) return new Map()
  const found = await readDb()
    .select({ id: stocktakeFix.id, state: stocktakeFix.state })
    .from(stocktakeFix)
    .where(
      inArray(
        stocktakeFix.id,
        own.map(({ subject }) => subject.id),
      ),
    )
  const states = new Map(found.map(({ id, state }) => [id, state]))
  return new Map(
    own.flatMap(({ id, subject }) => {
      const state = states.get(subject.id)
      return state && canMove({ state, step: 'write' }, 'undo') ? [[id, { bulk: 'undo' }] as const] : []
    }),
  )
}
