import { eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { LOOKED_UP, retryTransaction } from '#base/db/connection/retry-transaction.server.ts'
import type { batchColumns } from '#base/db/tables/batch-columns.ts'
import type { bookImport } from '#base/db/tables/book-import.ts'
import type { ErrorCode } from '#base/errors/codes.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { BATCH_MOVES, canMove, type BatchMoveName } from '#base/lib/batch-states.ts'

/** A batch: an import or a bulk change, of books or of what higher floors keep. */
export type Batch = Pick<typeof bookImport.$inferSelect, keyof ReturnType<typeof batchColumns>>

/** Where the batches of a kind are stored. */
interface BatchKind<Of extends Batch> {
  table: PgTable & { id: PgColumn }
  /** The table of the rows, and its column that names the batch. */
  rows: { table: string; batchId: string }
  find: (id: string, on: Queryable) => Promise<Of | undefined>
  /** The code that answers a move which the state does not allow. */
  refusal: ErrorCode
}

/** Values to be set. */
type Values<Of extends Batch> = { [Column in keyof Of]?: Of[Column] | SQL }

/** What a move does beside changing state and step, in the same transaction. */
export interface BatchMoveOptions<Of extends Batch> {
  values?: (before: Of) => Values<Of>
  also?: (tx: Transaction, after: Of, before: Of) => Promise<void>
}

/** The batches of a kind: what imports and bulk changes do alike with their progress, their state and their rows. */
export type Batches<Of extends Batch> = ReturnType<typeof batchesOf<Of>>

export function batchesOf<Of extends Batch>({ table, rows, find, refusal }: BatchKind<Of>) {
  const rowTable = sql.identifier(rows.table)
  const batchId = sql.identifier(rows.batchId)

  /** The batch; throws NOT_FOUND. */
  async function require(id: string, on: Queryable = db): Promise<Of> {
    const batch = await find(id, on)
    if (!batch) throw createError('NOT_FOUND')
    return batch
  }

  async function lock(tx: Transaction, id: string): Promise<Of | undefined> {
    await tx.execute(sql`select from ${table} where id = ${id} for update`)
    return find(id, tx)
  }

  async function save(tx: Transaction, id: string, values: PgUpdateSetSource<PgTable>): Promise<Of> {
    await tx.update(table).set(values).where(eq(table.id, id))
    return require(id, tx)
  }

  /** Selects rows `r` of a batch, from `from` up to `to`. */
  const rowsOf = (id: string, from: number, to: number): SQL =>
    sql`r.${batchId} = ${id} and r.at >= ${from} and r.at < ${to}`

  /**
   * Runs one chunk of a step and saves the progress that `work` returns, in one transaction that holds the lock of the
   * batch. Returns the batch as it is then, or undefined when it does not run any more, or is at another step.
   */
  const inChunk = (
    id: string,
    step: Of['step'],
    work: (tx: Transaction, batch: Of) => Promise<Values<Of> | Pick<Batch, 'processed'>>,
  ): Promise<Of | undefined> =>
    // The actor 'none' writes no entry of the activity for each book: the whole batch has one entry.
    retryTransaction(
      () =>
        withActor('none', async (tx) => {
          const batch = await lock(tx, id)
          if (batch?.state !== 'running' || batch.step !== step) return undefined
          return save(tx, id, await work(tx, batch))
        }),
      LOOKED_UP,
    )

  /**
   * Takes the next `size` rows back, the last ones first: `takeBack` does it, and returns the rows of which something stays,
   * which say why in `kept`. Returns the batch as it is then, or undefined when its undo does not run any more.
   */
  const undoInChunk = (
    id: string,
    size: number,
    takeBack: (tx: Transaction, batch: Of, rows: SQL) => Promise<readonly { at: number; stays: string | null }[]>,
  ): Promise<Of | undefined> =>
    inChunk(id, 'undo', async (tx, batch) => {
      const from = Math.max(batch.processed - size, 0)
      const left = await takeBack(tx, batch, rowsOf(id, from, batch.processed))
      if (left.length > 0)
        await tx.execute(sql`
          update ${rowTable} as r set kept = given.stays
          from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as given(at integer, stays text)
          where r.${batchId} = ${id} and r.at = given.at`)
      return { processed: from }
    })

  /** Makes a move, unless the state does not allow it (any more) or the batch is gone: returns whether it did. */
  const tryMove = (id: string, name: BatchMoveName, { values, also }: BatchMoveOptions<Of> = {}): Promise<boolean> =>
    withActor('none', async (tx) => {
      const before = await lock(tx, id)
      if (!before || !canMove(before, name)) return false
      const after = await save(tx, id, { ...values?.(before), ...BATCH_MOVES[name].to })
      await also?.(tx, after, before)
      return true
    })

  /** Refuses a move: throws NOT_FOUND for a batch that is gone, else `refusal` of its kind. */
  async function refuse(id: string): Promise<never> {
    await require(id)
    throw createError(refusal)
  }

  /** Makes a move, or refuses it. */
  async function move(id: string, name: BatchMoveName, options?: BatchMoveOptions<Of>): Promise<void> {
    if (!(await tryMove(id, name, options))) await refuse(id)
  }

  /**
   * Deletes batches that meet the condition, with their rows and what `also` deletes; returns whether there were any. If a
   * batch is started at the same moment, PostgreSQL checks the condition again on its new state before it deletes the batch.
   */
  const discard = (condition: SQL | undefined, also?: (tx: Transaction, id: string) => Promise<void>) =>
    db.transaction(async (tx): Promise<boolean> => {
      const { rows: gone } = await tx.execute<{ id: string }>(
        sql`delete from ${table} where ${condition ?? sql`false`} returning id`,
      )
      const ids = gone.map(({ id }) => id)
      if (ids.length > 0)
        await tx.execute(sql`delete from ${rowTable} where ${batchId} = any(${sql.param(ids)}::uuid[])`)
      for (const id of ids) await also?.(tx, id)
      return ids.length > 0
    })

  return { table, find, require, save, rowsOf, inChunk, undoInChunk, tryMove, refuse, move, discard }
}

/** Hours after which a batch that was never started is discarded. */
export const DRAFT_HOURS = 24

/** Whether a batch was never started, and made so many hours ago. */
export const isOldDraft = (hours: SQL | number): SQL =>
  sql`state = 'waiting' and public.counted_from(created_at) < now() - make_interval(hours => ${hours})`
