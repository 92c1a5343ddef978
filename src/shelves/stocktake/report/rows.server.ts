import { sql, type SQL } from 'drizzle-orm'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import type { Kind, StocktakeRow } from '../stocktake.schema.ts'
import { seenBy, selectKind, type StocktakeRecord } from './kinds.server.ts'

type Found = Omit<StocktakeRow, 'lastSeenAt'> & { lastSeenAt: string | null; total: number }

interface Page {
  kind: Kind
  offset: number
  limit: number
  /** Only what comes after this copy, by its id, or after this unknown number. */
  after?: string
}

/** What was found of a kind, by place and shelf mark, and how many there are. */
export async function findRows(record: StocktakeRecord, { kind, offset, limit, after }: Page, on: Queryable = db) {
  const select = kind === 'unknown' ? selectUnknown(record, after) : selectCopies(record, kind, after)
  const { rows } = await on.execute<Found>(sql`with ${seenBy(record)} ${select} limit ${limit} offset ${offset}`)
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _total, lastSeenAt, ...row }) => ({
      ...row,
      lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    })),
  }
}

/** How many there are of a kind. */
export async function countFound(record: StocktakeRecord, kind: Kind, on: Queryable = db): Promise<number> {
  const { rows } = await on.execute<{ total: number }>(
    sql`with ${seenBy(record)} select count(*)::int as total from (${selectKind(record, kind)}) as found`,
  )
  return rows[0]?.total ?? 0
}

/** Of a copy `c` and its book `b`, what the report is sorted by. */
const order = (c: SQL, b: SQL): SQL =>
  sql`${c}.location collate "public"."counted", ${b}.sort_shelf_mark, ${b}.sort_title, ${c}.sort_number, ${c}.id`
const ORDER = order(sql`c`, sql`b`)

const isAfter = (id: string): SQL => sql`(${ORDER}) > (
  select ${order(sql`last_copy`, sql`last_book`)} from copy as last_copy join book as last_book on last_book.id = last_copy.book_id where last_copy.id = ${id})`

const selectCopies = (record: StocktakeRecord, kind: Kind, after?: string): SQL => sql`
  select c.id as "copyId", b.id as "bookId", c.number, b.title, b.author, b.shelf_mark as "shelfMark", c.location, seen.place,
    case when e.copy_id is null then c.last_seen_at else e.last_seen_at end as "lastSeenAt", coalesce(seen.times, 0) as times,
    p.name as borrower, g.name as "group", count(*) over ()::int as total
  from (${selectKind(record, kind)}) as found join copy as c on c.id = found.copy_id join book as b on b.id = c.book_id
    left join seen on seen.copy_id = c.id
    left join stocktake_copy as e on e.stocktake_id = ${record.id} and e.copy_id = c.id
    left join loan as l on l.copy_id = c.id and l.returned_at is null and l.settled_as is null
    left join borrower as p on p.id = l.borrower_id
    left join borrower_group as g on g.id = coalesce(l.class_id, p.group_id)
  where ${after === undefined ? sql`true` : isAfter(after)} order by ${ORDER}`

const selectUnknown = (record: StocktakeRecord, after?: string): SQL => sql`
  select null::uuid as "copyId", null::uuid as "bookId", found.code as number, '' as title, '' as author, '' as "shelfMark",
    '' as location, (array_agg(s.place order by s.at desc) filter (where s.place is not null))[1] as place,
    max(s.at) as "lastSeenAt", count(*)::int as times, null as borrower, null as "group", count(*) over ()::int as total
  from (${selectKind(record, 'unknown')}) as found join scans as s on s.code = found.code and s.copy_id is null
  where ${after === undefined ? sql`true` : sql`found.code collate "public"."counted" > ${after} collate "public"."counted"`}
  group by found.code order by found.code collate "public"."counted"`
