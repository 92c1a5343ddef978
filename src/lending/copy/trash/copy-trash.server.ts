import { and, eq, sql, type SQL } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import type { Actor, Transaction } from '#base/db/actor.server.ts'
import { isOlder } from '#base/db/clock/counted-from.server.ts'
import { restoreRows } from '#base/db/deleted-rows.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy, copyChange } from '#base/db/tables/copy.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { deletedRow } from '#base/db/tables/deleted-row.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { actorValues, isAmong } from '#base/db/trash.server.ts'
import { defineTrashList } from '#kit/trash/shared/trash-list.server.ts'
import type { Restored } from '#kit/trash/shared/trash.schema.ts'
import { settleHolds } from '#lending/loan/shared/holds.server.ts'
import type { DeletedCopy } from './copy-trash.schema.ts'

// Deleted copies lie in `deleted_row`, as those of every noun that can be restored.

const value = (column: string): SQL<string> => sql<string>`deleted_row.row ->> ${sql.raw(`'${column}'`)}`
const bookId = sql<string>`(${value('book_id')})::uuid`

/** A copy that was deleted by itself: one that went with its book comes back with that. */
const isCopy = sql`deleted_row.kind = 'copy' and not deleted_row.with_parent`

/** Who deleted it, alone or with others at once. */
const deleter = sql`coalesce(
  (select a.actor_id from activity as a
    where a.subject_id = deleted_row.id and a.subject_kind = 'copy' and a.action = 'copy.delete' and a.at >= deleted_row.deleted_at
    order by a.id desc limit 1),
  (select b.user_id from copy_bulk_row as r join copy_bulk as b on b.id = r.bulk_id
    where r.row_id = deleted_row.id and b.operation ->> 'kind' = 'delete' order by b.created_at desc limit 1))`

/** The copies of the trash, searched by number, place, note and title. */
export const copyTrashList = defineTrashList<Omit<DeletedCopy, 'daysLeft'>>({
  name: 'deleted_copy',
  table: deletedRow,
  changes: copyChange,
  isOfNoun: isCopy,
  searched: sql`concat_ws(' ', ${value('number')}, ${value('location')}, ${value('note')},
    (select b.title from book as b where b.id = ${bookId}), (select d.title from deleted_book as d where d.id = ${bookId}))`,
  rows: ({ extraColumns, where, orderBy, limit }) =>
    db
      .select({
        id: deletedRow.id,
        deletedAt: deletedRow.deletedAt,
        number: value('number'),
        location: value('location'),
        bookId,
        title: sql<string | null>`coalesce(${book.title}, ${deletedBook.title})`,
        deletedBy: { id: user.id, name: personName(user) },
        ...extraColumns,
      })
      .from(deletedRow)
      .leftJoin(book, eq(book.id, bookId))
      .leftJoin(deletedBook, eq(deletedBook.id, bookId))
      .leftJoin(user, eq(user.id, deleter))
      .where(and(isCopy, where))
      .orderBy(...orderBy)
      .limit(limit),
})

const isNumberTaken = sql`exists (select from lending_number as n where n.number = upper(deleted_row.row ->> 'number'))`
const isBookThere = sql`exists (select from book as b where b.id = ${bookId})`

/**
 * Restores copies from the trash under their ids, each as a new version; who waits for the book gets them put aside. Nothing is overwritten:
 * `collided` names those whose number a copy (`by`: its book) or a library card (`by`: the borrower) has by now, unless `isRenumbered`, and
 * those whose book is not there (`by`: that book, which may lie in the trash); `gone` those that are not in the trash.
 */
export async function restoreCopies(
  tx: Transaction,
  given: readonly string[],
  { isRenumbered = false } = {},
): Promise<Restored> {
  const ids = given.map((id) => id.toLowerCase())
  const { rows } = await tx.execute<{ id: string; isFree: boolean }>(sql`
    select id, ${isBookThere} and (${isRenumbered} or not ${isNumberTaken}) as "isFree"
    from deleted_row where ${isCopy} and id = ${isAmong(ids)} order by id for update`)
  // Empty, it gets the next number (`number_copy`).
  if (isRenumbered)
    await tx.execute(sql`
      update deleted_row set "row" = "row" || '{"number": ""}' where ${isCopy} and id = ${isAmong(ids)} and ${isNumberTaken}`)
  const restored = await restoreRows(
    tx,
    copy,
    rows.flatMap(({ id, isFree }) => (isFree ? [id] : [])),
    { leavesOrphans: true },
  )
  await settleHolds(tx)
  const known = new Set(rows.map(({ id }) => id))
  return { restored, collided: await collisionsOf(tx, ids), gone: ids.filter((id) => !known.has(id)) }
}

/** Which of these copies are still in the trash, and what has their place. */
async function collisionsOf(tx: Transaction, ids: readonly string[]): Promise<Restored['collided']> {
  const { rows } = await tx.execute<Restored['collided'][number]>(sql`
    select deleted_row.id, ${value('number')} as name, found.by, found."isByCopy", found."isByBorrower"
    from deleted_row cross join lateral (
      select ${bookId} as by, true as "isByCopy", false as "isByBorrower", 1 as at where not ${isBookThere}
      union all select c.book_id, true, false, 2 from copy as c where upper(c.number) = upper(${value('number')})
      union all select b.id, false, true, 3 from borrower as b where upper(b.card) = upper(${value('number')})
      order by at limit 1
    ) as found
    where ${isCopy} and deleted_row.id = ${isAmong(ids)} order by deleted_row.deleted_at desc, deleted_row.id`)
  return rows
}

/** Deletes copies of the trash for good, recorded in the name of the actor. Returns the ids of what was there. */
export async function deleteTrashedCopies(tx: Transaction, ids: readonly string[], actor: Actor): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with gone as (delete from deleted_row where ${isCopy} and id = ${isAmong(ids)} returning id, "row" ->> 'number' as number),
    noted as (
      insert into activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name)
      select ${actorValues(actor)}, 'copy.delete-for-good', 'copy', id, number from gone
    )
    select id from gone`)
  if (rows.length > 0) await tx.insert(copyChange).values({})
  return rows.map(({ id }) => id)
}

/** Deletes the copies that were deleted before a moment for good; their deletion is recorded already. */
export async function purgeCopies(tx: Transaction, before: Date): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    delete from deleted_row where kind = 'copy' and ${isOlder(deletedRow.deletedAt, before)}`)
  if (rowCount) await tx.insert(copyChange).values({})
}
