import { sql, type SQL } from 'drizzle-orm'
import type { stocktake } from '#base/db/tables/stocktake.ts'
import { isInRange } from '../scope.server.ts'
import type { Kind } from '../stocktake.schema.ts'

export type StocktakeRecord = typeof stocktake.$inferSelect

/**
 * What the scans of a stock-taking come to: `scans`, each with the copy that has its number by now, or that is the only one of the
 * book with its ISBN, and `seen`, the copies of these. To be named in a `with`.
 */
export const seenBy = ({ id }: StocktakeRecord): SQL => sql`
  scans as materialized (
    select s.id, coalesce(s.copy_id, u.id, single.id) as copy_id, s.code, s.place, s.at, s.loan_id, s.ignored
    from stocktake_scan as s left join copy as u on s.copy_id is null and s.code <> '' and upper(u.number) = s.code
      left join lateral (
        select (array_agg(c.id))[1] as id from book as b join copy as c on c.book_id = b.id and c.condition <> 'withdrawn'
        where s.copy_id is null and s.code ~ '^97[89][0-9]{10}$' and b.isbn @> array[s.code]
        having count(*) = 1) as single on true
    where s.stocktake_id = ${id} and s.undone_at is null
  ),
  seen as materialized (
    select copy_id, count(*) filter (where ignored is null)::int as times, max(at) as at,
      (array_agg(place order by at desc) filter (where place is not null))[1] as place,
      array_agg(loan_id) filter (where loan_id is not null) as loans
    from scans where copy_id is not null group by copy_id
  )`

/** Whether an expected copy `e` that is there as `c` was at the desk, or in another stock-taking, since the start. */
export const isMovedSince = sql`c.last_seen_at is distinct from e.last_seen_at`

/**
 * The copies that are on loan, as `copy_id`. Subtracted as a set: a look-up for each of thousands of copies is slow where the planner
 * knows nothing of the loans yet.
 */
export const copiesOnLoan = sql`select copy_id from loan where returned_at is null and lost_at is null`

/**
 * The copies of a kind, as `copy_id`, or of unknown numbers the codes, as `code`; only copies `c` that are `among` some. Behind `with`
 * and `seenBy`.
 */
export function selectKind(record: StocktakeRecord, kind: Kind, among: SQL = sql`true`): SQL {
  const seenCopies = (condition: SQL): SQL => sql`
    select c.id as copy_id from seen join copy as c on c.id = seen.copy_id join book as b on b.id = c.book_id
    where ${among} and ${condition}`
  const isHere = sql`c.condition not in ('lost', 'withdrawn')`
  const isElsewhere = sql`seen.place is not null and seen.place <> c.location`
  switch (kind) {
    case 'missing':
      return sql`
        select c.id as copy_id from stocktake_copy as e join copy as c on c.id = e.copy_id
        where e.stocktake_id = ${record.id} and ${among} and ${isHere} and not ${isMovedSince}
          and (${record.location}::text is null or c.location = e.location)
        except select copy_id from seen except ${copiesOnLoan}`
    case 'misplaced':
      return seenCopies(sql`${isHere} and (${isElsewhere} or not ${isInRange(record)})`)
    case 'onLoan':
      return seenCopies(sql`exists (
        select from loan as l where l.id = any(seen.loans) and l.copy_id = c.id and l.returned_at is null and l.lost_at is null)`)
    case 'lost':
      return seenCopies(sql`c.condition = 'lost'`)
    case 'twice':
      return seenCopies(sql`seen.times > 1`)
    case 'unknown':
      return sql`select code from scans where copy_id is null and code <> '' and ignored is distinct from 'left' group by code`
  }
}

/** The misplaced copies whose place can become the one where they were seen. */
export const selectPlaceable = (record: StocktakeRecord, among?: SQL): SQL => sql`
  select c.id as copy_id from (${selectKind(record, 'misplaced', among)}) as found join copy as c on c.id = found.copy_id
    join seen on seen.copy_id = c.id where seen.place is not null and seen.place <> c.location`
