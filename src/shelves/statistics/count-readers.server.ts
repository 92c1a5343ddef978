import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import type { Span } from './count-loans.server.ts'
import { firstDay, yearBeside, type Year } from './statistics-year.schema.ts'

/** Different borrowers in a month or a year, in the class of their first loan in it. */
export interface ReaderCount {
  kind: 'month' | 'year'
  /** The first day of the month or year. */
  start: string
  /** Null for a month. */
  group: string | null
  readers: number
}

/**
 * How many different borrowers have borrowed in each month of a year and of the year before, and in these years by class: those whom
 * loans still know, and those whom loans have forgotten (`forgotten_reader`). Who was merged with another one is that one.
 */
export async function countReaders(year: Year, { bounds }: Span): Promise<ReaderCount[]> {
  const before = yearBeside(year, -1)
  const months = sql`${sql.param([...before.months, ...year.months].map((month) => `${month}-01`))}::date[]`
  const years = sql`${sql.param([firstDay(before), firstDay(year)])}::date[]`
  const isCounted = sql`l.set_id is null and l.lent_at >= ${bounds[0]}::timestamptz and l.lent_at < ${bounds.at(-1)}::timestamptz`
  const month = sql`width_bucket(l.lent_at, ${sql.param([...bounds])}::timestamptz[])`
  // The first loan of a borrower in a month leads to that in a year: few rows, among which its class is looked up.
  const { rows } = await db.execute<{
    kind: 'month' | 'year'
    start: string
    group: string | null
    readers: number
  }>(sql`
    with live as (
      select ${month} as month, l.borrower_id as who, min(l.lent_at) as at
      from loan as l where l.borrower_id is not null and ${isCounted} group by 1, 2
      union all
      select ${month}, d.id, min(l.lent_at) from deleted_borrower as d
      join loan as l on l.id = any(d.loan_ids) and l.borrower_id is null where ${isCounted} group by 1, 2
    ), past as (
      select r.kind, r.start, r.group_id, coalesce(d.merged_into, r.borrower_id) as who
      from forgotten_reader as r left join deleted_borrower as d on d.id = r.borrower_id
      where r.kind = 'month' and r.start = any(${months}) or r.kind = ${year.kind} and r.start = any(${years})
    ), first as (
      select (${years})[1 + (month > 12)::int] as start, who, min(at) as at from live group by 1, 2
    ), of_year as (
      select distinct on (start, who) start, who, group_id from (
        select start, who, group_id, 0 as rank from past where kind <> 'month' and who is not null
        union all
        select first.start, first.who, l.group_id, 1 from first left join lateral (
          select l.group_id from loan as l
          where l.lent_at = first.at and l.set_id is null
            and (l.borrower_id = first.who or l.borrower_id is null and l.id = any(
              select unnest(d.loan_ids) from deleted_borrower as d where d.id = first.who))
          limit 1
        ) as l on true
      ) as known order by start, who, rank
    ), counted as (
      select 'month' as kind, start, null::uuid as group_id from (
        select (${months})[month] as start, who from live
        union
        select start, who from past where kind = 'month' and who is not null
      ) as known
      union all
      select 'year', start, group_id from of_year
      union all
      select case kind when 'month' then kind else 'year' end, start, case kind when 'month' then null else group_id end
      from past where who is null
    )
    select kind, start::text, group_id as "group", count(*)::int as readers from counted group by 1, 2, 3`)
  return rows
}
