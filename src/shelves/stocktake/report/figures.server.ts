import { sql } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { KINDS, type Counts, type ShownFigures, type Kind } from '../stocktake.schema.ts'
import {
  copiesOnLoan,
  isMovedSince,
  seenBy,
  selectKind,
  selectPlaceable,
  type StocktakeRecord,
} from './kinds.server.ts'

/** What a stock-taking has found by now. */
export interface Found {
  /** As they were found, put right by now or not. */
  figures: ShownFigures
  counts: Counts
  placeable: number
}

type Numbers = Record<Kind | 'expected' | 'seen' | 'lent' | 'placeable', number>

/** Counts what a stock-taking has found, in one statement. */
export async function findFigures(on: Queryable, record: StocktakeRecord): Promise<Found> {
  const kinds = KINDS.map(
    (kind) => sql`(select count(*)::int from (${selectKind(record, kind)}) as one) as ${sql.identifier(kind)}`,
  )
  const { rows } = await on.execute<Numbers>(sql`
    with ${seenBy(record)}, expected as materialized (select copy_id from stocktake_copy where stocktake_id = ${record.id}),
      here as materialized (
        select copy_id from expected intersect select copy_id from seen
        union
        select e.copy_id from stocktake_copy as e join copy as c on c.id = e.copy_id
        where e.stocktake_id = ${record.id} and ${isMovedSince}
      ),
      lent as ((select copy_id from expected except select copy_id from here) intersect ${copiesOnLoan})
    select (select count(*)::int from expected) as expected, (select count(*)::int from here) as seen,
      (select count(*)::int from lent) as lent, (select count(*)::int from (${selectPlaceable(record)}) as one) as placeable, ${sql.join(kinds, sql`, `)}`)
  const [open] = rows
  if (!open) throw new Error('Nothing was counted')
  const done = await countDone(on, record.id)
  const of = (kind: Kind) => ({ open: open[kind], done: done[kind] ?? 0 })
  const counts: Counts = {
    missing: of('missing'),
    misplaced: of('misplaced'),
    unknown: of('unknown'),
    onLoan: of('onLoan'),
    lost: of('lost'),
    twice: of('twice'),
  }
  const all = (kind: Kind) => counts[kind].open + counts[kind].done
  const { expected, seen, lent, placeable } = open
  const figures: ShownFigures = {
    expected,
    seen,
    lent,
    missing: all('missing'),
    misplaced: all('misplaced'),
    unknown: all('unknown'),
    onLoan: all('onLoan'),
    lost: all('lost'),
    twice: all('twice'),
  }
  return { figures, counts, placeable }
}

/** How many of each kind were put right, and not taken back. */
async function countDone(on: Queryable, stocktakeId: string): Promise<Partial<Record<Kind, number>>> {
  const { rows } = await on.execute<{ kind: Kind; copies: number }>(sql`
    select f.kind, count(*)::int as copies from stocktake_fix as f join stocktake_fix_row as r on r.fix_id = f.id
    where f.stocktake_id = ${stocktakeId} and r.result = 'changed' and (r.at < f.processed or r.kept is not null) group by f.kind`)
  return Object.fromEntries(rows.map(({ kind, copies }) => [kind, copies]))
}
