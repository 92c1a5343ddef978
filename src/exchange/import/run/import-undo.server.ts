import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { genre } from '#base/db/tables/genre.ts'
import { lockBooks, restoreValues, takenBack, trashAdded } from '#catalogue/book/shared/restore-values.server.ts'
import { givenValues, inputRecord, isAsAdded } from '../staging/import-sql.server.ts'
import { CHUNK_ROWS, imports, type ImportRecord } from './import-write.server.ts'
import { addedCopies, countRemovedCopies, removeAddedCopies } from '../copies/undo-copies.server.ts'
import type { UndoCounts } from '../import.schema.ts'

/**
 * Takes the next rows of an import back: moves the books that it added to the trash and restores the values that it changed.
 * A value that a user has changed since the import stays as it is. Returns the import as it is then, or undefined when it does not run any more.
 */
export const undoChunk = (id: string): Promise<ImportRecord | undefined> =>
  imports.undoInChunk(id, CHUNK_ROWS, async (tx, record, rows) => {
    const left = await undoRows(tx, record, rows)
    if (record.processed <= CHUNK_ROWS) await removeGenres(tx, record.genresAdded)
    return left
  })

/**
 * Takes back the rows that an import which failed or was cancelled has written and not counted: two chunks are written at
 * once, and the second one may be committed without the first. A book with an id of the file may be another import's, and
 * stays.
 */
export async function undoUncounted(tx: Transaction, record: ImportRecord): Promise<void> {
  const { id, processed } = record
  const rows = imports.rowsOf(id, processed, processed + 2 * CHUNK_ROWS)
  await undoRows(tx, record, sql`${rows} and (r.result = 'updated' or not r.has_id)`)
}

/** What becomes of the books that these rows `r` have added: `stays` is null for one that goes to the trash. */
const addedBooks = ({ choices }: ImportRecord, rows: SQL): SQL => sql`
  select r.at, r.book_id, case when b.id is null then 'missing'
    when not (${isAsAdded(choices.genreId)}) or ${isOnLoan} then 'changed' end as stays
  from book_import_row as r left join book as b on b.id = r.book_id cross join lateral ${inputRecord(sql`r.input`)}
  where ${rows} and r.result = 'created'`

/** Whether a copy of book `b` is on loan, or lost and owed: such a book cannot be deleted. */
const isOnLoan = sql`exists (select from copy join loan on loan.copy_id = copy.id and loan.returned_at is null and loan.settled_as is null
  where copy.book_id = b.id)`

/** The values that these rows have changed, as `takenBack` takes them. */
const changedBooks = ({ choices }: ImportRecord, rows: SQL): SQL => sql`
  select r.at, r.book_id, r.before, ${givenValues(Boolean(choices.fillsOnly))} as after from book_import_row as r
  where ${rows} and r.result = 'updated' and r.before is not null`

/** Takes rows back. Returns those whose book stays as it is, or a part of it. */
async function undoRows(
  tx: Transaction,
  record: ImportRecord,
  rows: SQL,
): Promise<{ at: number; stays: string | null }[]> {
  await lockBooks(
    tx,
    sql`select r.book_id from book_import_row as r where ${rows} and r.result in ('created', 'updated')`,
  )
  const { rows: added } = await tx.execute<{ at: number; book_id: string; stays: string | null }>(
    addedBooks(record, rows),
  )
  const ids = added.flatMap(({ book_id: id, stays }) => (stays === null ? [id] : []))
  if (ids.length > 0) await trashAdded(tx, ids, record.undoneBy === null ? 'none' : { userId: record.undoneBy })
  return [
    ...added.filter(({ stays }) => stays !== null),
    ...(await restoreValues(tx, changedBooks(record, rows))),
    ...(await removeAddedCopies(tx, rows)),
  ]
}

/** How many books an undo would move to the trash, restore and keep. */
export async function expectUndo(record: ImportRecord): Promise<UndoCounts> {
  const rows = sql`r.import_id = ${record.id} and r.at < ${record.processed}`
  const { rows: found } = await db.execute<UndoCounts & Record<string, unknown>>(sql`
    with taken as materialized (${addedCopies(rows)}), one as (
      select at, true as is_added, stays from (${addedBooks(record, rows)}) as added
      union all select at, false, stays from (${takenBack(changedBooks(record, rows))}) as changed
      union all select distinct at, null::boolean, 'changed' from taken where stays
    ), row as (select at, bool_or(is_added) as is_added, max(stays) as stays from one group by at)
    select ${UNDO_COUNTS}, (select count(*)::int from taken where not stays) as "copiesRemoved" from row`)
  return found[0] ?? NOTHING_UNDONE
}

const NOTHING_UNDONE: UndoCounts = { deleted: 0, restored: 0, kept: 0, copiesRemoved: 0 }

const UNDO_COUNTS = sql`count(*) filter (where is_added and stays is null)::int as deleted,
  count(*) filter (where not is_added and stays is null)::int as restored,
  count(*) filter (where stays <> 'missing')::int as kept`

/** How many books an undo has moved to the trash, restored and kept, of which `keptAdded` were added and are still here. */
export async function countUndone(
  { id, state, created, updated, copies }: ImportRecord,
  on: Queryable = db,
): Promise<UndoCounts & { keptAdded: number }> {
  if (state !== 'undone') return { ...NOTHING_UNDONE, keptAdded: 0 }
  const { rows } = await on.execute<Record<'added' | 'changed' | 'kept' | 'kept_added', number>>(sql`
    select count(*) filter (where r.result = 'created')::int as added, count(*) filter (where r.result = 'updated')::int as changed,
      count(b.id)::int as kept, count(b.id) filter (where r.result = 'created')::int as kept_added
    from book_import_row as r left join book as b on b.id = r.book_id where r.import_id = ${id} and r.kept is not null`)
  const { added = 0, changed = 0, kept = 0, kept_added: keptAdded = 0 } = rows[0] ?? {}
  return {
    deleted: Math.max(created - added, 0),
    restored: Math.max(updated - changed, 0),
    kept,
    keptAdded,
    copiesRemoved: copies > 0 ? await countRemovedCopies(on, id) : 0,
  }
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
