import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { isoDay } from '#base/lib/day-start.ts'
import { boundsOf, monthsBetween } from './months.server.ts'

/** The first day of the school's year of a month. */
const SCHOOL_YEAR = sql`(date_trunc('year', month - interval '8 months') + interval '8 months')::date`

/**
 * Notes that somebody has borrowed in the months and years of loans that are about to forget it, for the counts of borrowers.
 * `forgotten` is a query with `loan_id` and `borrower_id`. Class sets count for nobody.
 */
export async function noteForgottenReaders(tx: Transaction, forgotten: SQL): Promise<void> {
  const { rows } = await tx.execute<{ first: string | null; last: string | null }>(sql`
    select min(l.lent_at)::text as first, max(l.lent_at)::text as last
    from (${forgotten}) as f join loan as l on l.id = f.loan_id and l.set_id is null`)
  const [range] = rows
  if (!range?.first || !range.last) return
  const { timeZone } = inForce()
  const months = monthsBetween(isoDay(new Date(range.first), timeZone), isoDay(new Date(range.last), timeZone))
  const days = months.map((month) => `${month}-01`)
  await tx.execute(sql`
    insert into forgotten_reader (kind, start, borrower_id, group_id)
    select distinct on (period.kind, period.start, f.borrower_id) period.kind, period.start, f.borrower_id, l.group_id
    from (${forgotten}) as f join loan as l on l.id = f.loan_id and l.set_id is null
    cross join lateral (
      select (${sql.param(days)}::date[])[width_bucket(l.lent_at, ${sql.param(boundsOf(months))}::timestamptz[])] as month
    ) as one
    cross join lateral (
      values ('month', month), ('school_year', ${SCHOOL_YEAR}), ('calendar_year', date_trunc('year', month)::date)
    ) as period (kind, start)
    order by period.kind, period.start, f.borrower_id, l.lent_at
    on conflict do nothing`)
}

/** What is over on this day, with a day to spare for time zones. */
const IS_OVER = (today: string) =>
  sql`r.start + (case r.kind when 'month' then interval '1 month' else interval '1 year' end) + interval '1 day' < ${today}::date`

/**
 * Forgets who has borrowed in the months and years that were over by a moment, but for those of whom a loan of that time is still known:
 * that one is to be counted once.
 */
export async function forgetReaders(until: Date): Promise<void> {
  const isOver = IS_OVER(isoDay(until, inForce().timeZone))
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select r.id from forgotten_reader as r left join deleted_borrower as d on d.id = r.borrower_id
      where r.borrower_id is not null and ${isOver} and not exists (
        select from loan as l
        where l.borrower_id = coalesce(d.merged_into, r.borrower_id) and l.set_id is null
          and l.lent_at < r.start + (case r.kind when 'month' then interval '1 month' else interval '1 year' end) + interval '1 day'
      ) and not exists (
        select from deleted_borrower as t join loan as l on l.id = any(t.loan_ids)
        where t.id = r.borrower_id and l.borrower_id is null
      ) for update of r`)
    const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::bigint[])`
    // Who was merged with another one is counted as that one.
    await tx.execute(sql`
      delete from forgotten_reader as r using deleted_borrower as d
      where r.id = ${ids} and d.id = r.borrower_id and exists (
        select from forgotten_reader as same
        where same.kind = r.kind and same.start = r.start and same.borrower_id = d.merged_into)`)
    await tx.execute(sql`update forgotten_reader set borrower_id = null where id = ${ids}`)
  })
}
