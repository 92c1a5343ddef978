import { eq, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { now } from '#base/lib/clock.ts'
import { deleteWithoutTrash, moveBooksToTrash, restoreBooks } from '#catalogue/book/shared/book-trash.server.ts'
import { batchesOf } from '#kit/batch/shared/batch.server.ts'
import { isForGood } from './bulk.schema.ts'
import { columnOf, valueOf } from './bulk-sql.server.ts'
import { lockBooks, restoreValues } from '#catalogue/book/shared/restore-values.server.ts'

export type BulkChangeRecord = typeof bookBulk.$inferSelect

/** Books per transaction: half a second of work. A change can be cancelled between two transactions. */
const CHUNK_BOOKS = 2000

/** Where bulk changes are stored. */
export const bulkChanges = batchesOf<BulkChangeRecord>({
  table: bookBulk,
  rows: { table: 'book_bulk_row', batchId: 'bulk_id' },
  find: async (id, on) => (await on.select().from(bookBulk).where(eq(bookBulk.id, id)))[0],
  refusal: 'BULK_STATE',
})

const isChanged = (rows: SQL): SQL => sql`${rows} and r.result = 'changed'`

const idsOf = (chunk: SQL): SQL => sql`select r.book_id from book_bulk_row as r where ${chunk}`

/**
 * Changes or deletes the next books, those that still have the version of the preview, and refuses the others. Returns the
 * change as it is then, or undefined when it does not run any more.
 */
export const writeBulkChunk = (id: string): Promise<BulkChangeRecord | undefined> =>
  bulkChanges.inChunk(id, 'write', async (tx, { operation, processed, total, userId }) => {
    const to = Math.min(processed + CHUNK_BOOKS, total)
    const chunk = isChanged(bulkChanges.rowsOf(id, processed, to))
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
    return { processed: to }
  })

/** Books with copies on loan are not deleted. */
const refuseOnLoan = (tx: Transaction, chunk: SQL) =>
  tx.execute(sql`
    update book_bulk_row as r set result = 'refused', reason = 'on_loan'
    where ${chunk} and exists (
      select from copy join loan on loan.copy_id = copy.id and returned_at is null and settled_as is null where copy.book_id = r.book_id)`)

/** Books that would get a genre which has ended keep theirs. */
const leaveEndedGenre = (tx: Transaction, chunk: SQL) =>
  tx.execute(sql`
    update book_bulk_row as r set result = 'unchanged'
    where ${chunk} and r.after is not null and not exists (select from genre where id = (r.after #>> '{}')::uuid)`)

/**
 * Restores the next books, apart from those whose field someone edited after the change. Returns the change as it is then, or
 * undefined when it does not run any more.
 */
export const undoBulkChunk = (id: string): Promise<BulkChangeRecord | undefined> =>
  bulkChanges.undoInChunk(id, CHUNK_BOOKS, async (tx, { operation }, rows) => {
    const chunk = isChanged(rows)
    await lockBooks(tx, idsOf(chunk))
    if (operation.kind === 'delete') return restoreDeleted(tx, chunk)
    const field = sql`${operation.field}::text`
    return restoreValues(
      tx,
      sql`select r.at, r.book_id, jsonb_build_object(${field}, r.before->${field}) as before,
        jsonb_build_object(${field}, r.after) as after from book_bulk_row as r where ${chunk}`,
    )
  })

const isOf = (ids: string[]) => sql`r.book_id = any(${sql.param(ids)}::uuid[])`

/** Takes the deleted books of a chunk out of the trash. Returns those that are not in it, or whose title is taken. */
async function restoreDeleted(tx: Transaction, chunk: SQL): Promise<{ at: number; stays: string }[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select r.book_id as id from book_bulk_row as r where ${chunk}`)
  const { restored, collided } = await restoreBooks(
    tx,
    rows.map(({ id }) => id),
  )
  const left = await tx.execute<{ at: number; stays: string }>(sql`
    select r.at, case
      when ${isOf(collided.map(({ id }) => id))} then 'taken'
      -- Restored by hand since.
      when exists (select from book where book.id = r.book_id) then 'changed' else 'missing' end as stays
    from book_bulk_row as r where ${chunk} and not ${isOf(restored)}`)
  return left.rows
}
