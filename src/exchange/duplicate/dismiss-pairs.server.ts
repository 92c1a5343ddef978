import { inArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { lockPairs, regroup } from './duplicate-groups.server.ts'
import type { Dismissal } from './duplicate.schema.ts'

const pairsOf = ({ id, others }: Dismissal) => sql`(
  select distinct least(other, ${id}::uuid) as a, greatest(other, ${id}::uuid) as b
  from unnest(${sql.param(others)}::uuid[]) as other where other <> ${id}::uuid
)`

/**
 * Marks a book and others as different books. Later comparisons do not list these pairs again. NOT_FOUND when one of them is not
 * there any more: another manager may have merged them meanwhile.
 */
export const dismissPairs = (dismissal: Dismissal, userId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPairs(tx)
    const ids = new Set([dismissal.id, ...dismissal.others])
    if ((await tx.$count(book, inArray(book.id, [...ids]))) < ids.size) throw createError('NOT_FOUND')
    const { rows } = await tx.execute<{ group_id: string }>(sql`
      with former as materialized (
        select group_id from duplicate join ${pairsOf(dismissal)} as given using (a, b) where state = 'found'
      ), said as (
        insert into duplicate (a, b, score, state, group_id, is_head, dismissed_at, dismissed_by)
        select a, b, 0, 'dismissed', a, false, ${now()}, ${userId} from ${pairsOf(dismissal)} as given
        on conflict (a, b) do update set state = 'dismissed', is_head = false, dismissed_at = excluded.dismissed_at,
          dismissed_by = excluded.dismissed_by, merge_id = null
      )
      select distinct group_id from former`)
    await regroup(
      tx,
      [dismissal.id, ...dismissal.others],
      rows.map((row) => row.group_id),
    )
  })

/** Reverts a dismissal. Pairs that no comparison has found are deleted. */
export const restorePairs = (dismissal: Dismissal): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPairs(tx)
    await tx.execute(sql`
      delete from duplicate as pair using ${pairsOf(dismissal)} as given
      where pair.a = given.a and pair.b = given.b and state = 'dismissed' and score = 0`)
    await tx.execute(sql`
      update duplicate as pair set state = 'found', group_id = pair.a, dismissed_at = null, dismissed_by = null
      from ${pairsOf(dismissal)} as given
      where pair.a = given.a and pair.b = given.b and state = 'dismissed'`)
    await regroup(tx, [dismissal.id, ...dismissal.others], [])
  })
