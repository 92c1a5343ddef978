import { and, asc, count, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ActingUser } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { bookBulk, bookBulkRow, type BulkOperation } from '#base/db/tables/book-bulk.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { isBeingUndone } from '#base/lib/batch-states.ts'
import { newId } from '#base/lib/id.ts'
import { now } from '#base/lib/clock.ts'
import { fieldValueSchema } from '#base/lib/form/field-value.schema.ts'
import { DRAFT_HOURS, isOldDraft } from '#kit/batch/shared/batch.server.ts'
import { isForGood } from './bulk.schema.ts'
import { bulkJob, finishBulk } from './bulk-runner.server.ts'
import { booksCondition, readOperation, stageBooks } from './bulk-staging.server.ts'
import { bulkChanges, type BulkChangeRecord } from './bulk-write.server.ts'
import type { Bulk, bulkInputSchema, BulkRow, bulkRowsInputSchema } from './bulk.schema.ts'

const actorColumns = ({ userId, inNameOf = null }: { userId: string; inNameOf?: string | null }) => ({
  userId,
  inNameOf,
})

/** Creates a bulk change with its books and the expected result of each; it waits for its start. VALIDATION_ERROR. */
export async function createBulkChange(
  { books, operation: given }: z.output<typeof bulkInputSchema>,
  actor: ActingUser,
): Promise<Bulk> {
  const id = newId()
  const operation = await readOperation(given)
  const condition = await booksCondition(books)
  await db.transaction(async (tx) => {
    const total = await stageBooks(tx, id, { books, operation, condition })
    await tx.insert(bookBulk).values({ id, operation, total, ...actorColumns(actor) })
  })
  return viewBulk(id)
}

/** The change; throws NOT_FOUND. */
export const findBulk = (id: string): Promise<BulkChangeRecord> => bulkChanges.require(id)

/** The id of the change or undo of this user that is running; of several the one that was started last. */
export async function findRunningBulk({ userId }: ActingUser): Promise<string | null> {
  const [found] = await db
    .select({ id: bookBulk.id })
    .from(bookBulk)
    .where(and(eq(bookBulk.userId, userId), eq(bookBulk.state, 'running')))
    .orderBy(desc(bookBulk.startedAt))
    .limit(1)
  return found?.id ?? null
}

/** The change with its counts; throws NOT_FOUND. */
export async function viewBulk(id: string): Promise<Bulk> {
  const record = await findBulk(id)
  const { state, step, operation, total, processed } = record
  const isWriting = state === 'running' && step === 'write'
  const counts = await db
    .select({
      result: bookBulkRow.result,
      books: count(),
      kept: count(bookBulkRow.kept),
      gone: sql`count(*) filter (where ${eq(bookBulkRow.kept, 'missing')})`.mapWith(Number),
    })
    .from(bookBulkRow)
    .where(and(eq(bookBulkRow.bulkId, id), isWriting ? lt(bookBulkRow.at, processed) : undefined))
    .groupBy(bookBulkRow.result)
  const booksOf = (result: BulkRow['result']) => counts.find((one) => one.result === result)?.books ?? 0
  return {
    id,
    state,
    operation: {
      kind: operation.kind,
      ...('field' in operation && { field: operation.field }),
      ...(isForGood(operation) && { isForGood: true }),
    },
    isUndoing: isBeingUndone(record),
    total,
    processed,
    changed: booksOf('changed'),
    unchanged: booksOf('unchanged'),
    refused: booksOf('refused'),
    kept: counts.reduce((sum, { kept }) => sum + kept, 0),
    gone: counts.reduce((sum, { gone }) => sum + gone, 0),
  }
}

/** Starts a waiting change in the name of the caller; with an operation that one is done. BULK_STATE. */
export async function startBulk(id: string, actor: ActingUser, operation?: BulkOperation): Promise<void> {
  await bulkChanges.move(id, 'start', {
    values: () => ({ startedAt: now(), ...actorColumns(actor), ...(operation && { operation }) }),
  })
  bulkJob.wake()
}

/** Takes back what an ended change has written; books that were changed since are kept. BULK_STATE. */
export async function undoBulk(id: string, actor: ActingUser): Promise<void> {
  if (isForGood((await findBulk(id)).operation)) throw createError('BULK_STATE')
  await bulkChanges.move(id, 'undo', { values: () => actorColumns(actor) })
  bulkJob.wake()
}

/** Ends a change before its last book; what it has written stays. A waiting one is discarded. BULK_STATE. */
export async function cancelBulk(id: string): Promise<void> {
  const isWaiting = and(eq(bookBulk.id, id), eq(bookBulk.state, 'waiting'))
  const isEnded = (await bulkChanges.discard(isWaiting)) || (await finishBulk(id, 'cancel'))
  if (!isEnded) await bulkChanges.refuse(id)
}

/** Discards changes that were never started, after a day. */
export const discardBulkChanges = (): Promise<boolean> => bulkChanges.discard(isOldDraft(DRAFT_HOURS))

type RowsInput = z.output<typeof bulkRowsInputSchema>

/** A page of the books of a change, in the order of titles. */
export async function listBulkRows({ id, result, cursor, limit }: RowsInput) {
  const { operation } = await findBulk(id)
  const rows = await db
    .select()
    .from(bookBulkRow)
    .where(
      and(
        eq(bookBulkRow.bulkId, id),
        cursor === undefined ? undefined : gt(bookBulkRow.at, Number(cursor)),
        result === 'kept' ? isNotNull(bookBulkRow.kept) : result && eq(bookBulkRow.result, result),
      ),
    )
    .orderBy(asc(bookBulkRow.at))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const items = shown.map(({ before, after, ...row }): BulkRow => ({
    at: row.at,
    bookId: row.bookId,
    result: row.result,
    reason: row.reason,
    kept: row.kept,
    title: String(before.title ?? ''),
    author: String(before.author ?? ''),
    before: 'field' in operation ? fieldValueSchema.parse(before[operation.field] ?? null) : null,
    after: fieldValueSchema.parse(after),
  }))
  return { items, nextCursor: rows.length > limit ? String(shown.at(-1)?.at) : null }
}
