import { and, eq, sql } from 'drizzle-orm'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { LOOKED_UP, retryTransaction } from '#db/connection/retry-transaction.server.ts'
import { bookBulk } from '#db/tables/book-bulk.ts'
import { now } from '#lib/clock.ts'
import {
  deleteWithoutTrash,
  moveBooksToTrash,
  restoreBooks as restoreBooksOfTrash,
} from '../trash/book-trash.server.ts'
import { isForGood } from './bulk.schema.ts'
import { columnOf, valueOf } from './bulk-sql.server.ts'
import { lockBooks, restoreValues } from '../shared/restore-values.server.ts'

export type BulkChangeRecord = typeof bookBulk.$inferSelect

/** Books per transaction: half a second of work. A change can be cancelled between two transactions. */
const CHUNK_BOOKS = 2000

/**
 * Processes the next books of a running bulk change, in one transaction with its progress; an undo goes from the last
 * to the first. Returns the change as it is then, or undefined when it does not run any more.
 */
export const runChunk = (id: string): Promise<BulkChangeRecord | undefined> =>
  // Not recorded book by book: a bulk change is one entry of the activity.
  retryTransaction(
    () =>
      withActor('none', async (tx) => {
        const [record] = await tx
          .select()
          .from(bookBulk)
          .where(and(eq(bookBulk.id, id), eq(bookBulk.state, 'running')))
          .for('update')
        if (!record) return undefined
        const processed = await (record.step === 'write' ? writeBooks(tx, record) : restoreBooks(tx, record))
        const [saved] = await tx.update(bookBulk).set({ processed }).where(eq(bookBulk.id, id)).returning()
        return saved
      }),
    LOOKED_UP,
  )

const chunkOf = (id: string, from: number, to: number) =>
  sql`r.bulk_id = ${id} and r.at >= ${from} and r.at < ${to} and r.result = 'changed'`

const idsOf = (chunk: ReturnType<typeof chunkOf>) => sql`select r.book_id from book_bulk_row as r where ${chunk}`

/** Changes or deletes the books that still have the version of the preview; refuses the others. Returns `processed`. */
async function writeBooks(
  tx: Transaction,
  { id, operation, processed, total, userId }: BulkChangeRecord,
): Promise<number> {
  const to = Math.min(processed + CHUNK_BOOKS, total)
  const chunk = chunkOf(id, processed, to)
  await lockBooks(tx, idsOf(chunk))
  await tx.execute(sql`
    update book_bulk_row as r set result = 'refused', reason =
      case when b.id is null then 'missing' when b.version <> r.version then 'changed' else 'taken' end
    from book_bulk_row as own left join book as b on b.id = own.book_id
    where ${chunk} and own.bulk_id = r.bulk_id and own.at = r.at and (b.id is null or b.version <> r.version
      or exists (select from book as other where other.title_hash = r.title_hash and other.id <> r.book_id))`)
  if (operation.kind === 'delete') {
    await refuseOnLoan(tx, chunk)
    const isOfChunk = sql`book.id in (${idsOf(chunk)})`
    await (isForGood(operation)
      ? deleteWithoutTrash(tx, isOfChunk)
      : moveBooksToTrash(tx, isOfChunk, userId === null ? 'none' : { userId }))
  } else {
    const { field } = operation
    if (field === 'genreId') await leaveEndedGenre(tx, chunk)
    await tx.execute(sql`
      update book as b set ${columnOf(field)} = ${valueOf(field, sql`r.after`)}, version = b.version + 1, updated_at = ${now()}
      from book_bulk_row as r where ${chunk} and b.id = r.book_id`)
  }
  return to
}

/** Books with copies on loan are not deleted. */
const refuseOnLoan = (tx: Transaction, chunk: ReturnType<typeof chunkOf>) =>
  tx.execute(sql`
    update book_bulk_row as r set result = 'refused', reason = 'on_loan'
    where ${chunk} and exists (
      select from copy join loan on loan.copy_id = copy.id and returned_at is null and settled_as is null where copy.book_id = r.book_id)`)

/** Books that would get a genre which has ended keep theirs. */
const leaveEndedGenre = (tx: Transaction, chunk: ReturnType<typeof chunkOf>) =>
  tx.execute(sql`
    update book_bulk_row as r set result = 'unchanged'
    where ${chunk} and r.after is not null and not exists (select from genre where id = (r.after #>> '{}')::uuid)`)

/** Restores books, apart from those whose field someone edited after the change (`kept`). Returns `processed`. */
async function restoreBooks(tx: Transaction, { id, operation, processed }: BulkChangeRecord): Promise<number> {
  const from = Math.max(processed - CHUNK_BOOKS, 0)
  const chunk = chunkOf(id, from, processed)
  await lockBooks(tx, idsOf(chunk))
  if (operation.kind === 'delete') {
    await restoreChunk(tx, chunk)
    return from
  }
  const field = sql`${operation.field}::text`
  const stays = await restoreValues(
    tx,
    sql`select r.at, r.book_id, jsonb_build_object(${field}, r.before->${field}) as before,
      jsonb_build_object(${field}, r.after) as after from book_bulk_row as r where ${chunk}`,
  )
  await tx.execute(sql`
    update book_bulk_row as r set kept = given.stays
    from jsonb_to_recordset(${JSON.stringify(stays)}::jsonb) as given(at integer, stays text)
    where r.bulk_id = ${id} and r.at = given.at`)
  return from
}

const isOf = (ids: string[]) => sql`r.book_id = any(${sql.param(ids)}::uuid[])`

/** Takes the deleted books of a chunk out of the trash, apart from those that are not in it or whose title is taken. */
async function restoreChunk(tx: Transaction, chunk: ReturnType<typeof chunkOf>): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`select r.book_id as id from book_bulk_row as r where ${chunk}`)
  const { restored, collided } = await restoreBooksOfTrash(
    tx,
    rows.map(({ id }) => id),
  )
  await tx.execute(sql`
    update book_bulk_row as r set kept = case
      when ${isOf(collided.map(({ id }) => id))} then 'taken'
      -- Restored by hand since.
      when exists (select from book where book.id = r.book_id) then 'changed' else 'missing' end
    where ${chunk} and not ${isOf(restored)}`)
}
