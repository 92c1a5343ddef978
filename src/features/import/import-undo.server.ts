import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { genre } from '#db/tables/genre.ts'
import { now } from '#lib/clock.ts'
import { inputRecord, restoredValues } from './import-sql.server.ts'
import { CHUNK_ROWS, inTransaction, type ImportRecord } from './import-write.server.ts'

/**
 * Takes the next rows of an import back, the last ones first: deletes the books that it added and restores the values
 * that it changed. A book that somebody has changed since is kept, and its row says so in `kept`. Returns the import as
 * it is then, or undefined when it does not run any more.
 */
export const undoChunk = (id: string): Promise<ImportRecord | undefined> =>
  inTransaction(id, 'undo', async (tx, { processed, genresAdded }) => {
    const from = Math.max(processed - CHUNK_ROWS, 0)
    await undoRows(tx, sql`r.import_id = ${id} and r.at >= ${from} and r.at < ${processed}`)
    if (from === 0) await removeGenres(tx, genresAdded)
    return { processed: from }
  })

/**
 * Takes back the rows that an import which failed or was cancelled has written and not counted: two chunks are written at
 * once, and the second one may be committed without the first. A book with an id of the file may be another import's, and
 * stays.
 */
export const undoUncounted = (tx: Transaction, { id, processed }: ImportRecord): Promise<void> =>
  undoRows(
    tx,
    sql`r.import_id = ${id} and r.at >= ${processed} and r.at < ${processed + 2 * CHUNK_ROWS}
      and (r.result = 'updated' or not r.has_id)`,
  )

/** Deletes the books that these rows `r` have added, and restores those that they have changed. */
async function undoRows(tx: Transaction, rows: SQL): Promise<void> {
  const at = now()
  await tx.execute(sql`
    delete from book as b using book_import_row as r
    where ${rows} and r.result = 'created' and b.id = r.book_id and b.version = 1`)
  await tx.execute(sql`
    update book as b set ${restoredValues}, genre_id = (r.before->>'genreId')::uuid, version = b.version + 1,
      updated_at = ${at}
    from book_import_row as r cross join lateral ${inputRecord(sql`r.before`)}
    where ${rows} and r.result = 'updated' and b.id = r.book_id and b.version = r.version
      and (r.before->>'genreId' is null or exists (select from genre where genre.id = (r.before->>'genreId')::uuid))
      and not exists (
        select from book as other
        where other.id <> b.id and other.title_hash = public.fold_hash(x.title, x.author))`)
  await tx.execute(sql`
    update book_import_row as r set kept = 'changed' from book as b
    where ${rows} and b.id = r.book_id and (
      r.result = 'created' or (r.result = 'updated' and r.version is not null
        and (b.version <> r.version + 1 or b.updated_at <> ${at})))`)
}

/** Deletes the genres that the import added, unless a book has one by now. */
async function removeGenres(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(genre)
    .where(
      sql`${genre.id} = any(${sql.param(ids)}::uuid[]) and not exists (select from book where genre_id = ${genre.id})`,
    )
}
