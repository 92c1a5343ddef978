import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { tellMovedChildren } from '#kit/slice.server.ts'
import { isOfNewBook } from './plan-copies.server.ts'

// Copies of a book that the import has added go to the trash with it, and stay where it stays.

const added = sql`book_import_row as r cross join lateral jsonb_array_elements_text(r.copies->'added') as one(id)
  left join copy as c on c.id = one.id::uuid`

/** The copies that these rows `r` have added to other books, as `at`, `id` and whether each `stays`: it was changed or lent since. */
export const addedCopies = (rows: SQL): SQL => sql`
  select r.at, c.id, c.version > 1 or exists (select from loan where loan.copy_id = c.id) as stays
  from ${added} where ${rows} and c.id is not null and not ${isOfNewBook(sql`r`)}`

/** Deletes the copies that these rows have added to other books. Returns the rows of which one stays. */
export async function removeAddedCopies(tx: Transaction, rows: SQL): Promise<{ at: number; stays: 'changed' }[]> {
  // Locked, so that none is lent meanwhile.
  await tx.execute(
    sql`select from copy where id in (select id from (${addedCopies(rows)}) as one) order by id for update`,
  )
  const { rows: found } = await tx.execute<{ at: number; id: string; stays: boolean }>(addedCopies(rows))
  const ids = found.flatMap(({ id, stays }) => (stays ? [] : [id]))
  if (ids.length > 0) {
    await tx.execute(sql`delete from copy where id = any(${sql.param(ids)}::uuid[])`)
    await tellMovedChildren(tx)
  }
  return found.flatMap(({ at, stays }) => (stays ? [{ at, stays: 'changed' as const }] : []))
}

/** How many of the copies that an undone import had added to other books are not there any more. */
export async function countRemovedCopies(on: Queryable, id: string): Promise<number> {
  const { rows } = await on.execute<{ count: number }>(sql`
    select count(*)::int as count from ${added} where r.import_id = ${id} and c.id is null and not ${isOfNewBook(sql`r`)}`)
  return rows[0]?.count ?? 0
}
