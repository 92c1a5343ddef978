import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { cleanUpLoans } from '#lending/loan/loan-clean-up.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useLending } from '#test/lending.ts'
import { statisticsRouter } from './statistics.router.server.ts'

useDatabase()
useLending()

const LOANS = 300_000

let manager: SignedInCaller

beforeAll(async () => {
  await storeLibrarySettings({ timeZone: 'UTC', loanMemoryDays: null })
  manager = await as('manager')
  await db.execute(sql`
    insert into borrower_group (id, name) select gen_random_uuid(), 'Class ' || n from generate_series(1, 36) as n`)
  await db.execute(sql`
    insert into borrower (id, name, group_id)
    select gen_random_uuid(), 'Pupil ' || n, (array(select id from borrower_group))[1 + n % 36] from generate_series(1, 900) as n`)
  await db.execute(sql`
    insert into book (id, title, genre_id, language)
    select gen_random_uuid(), 'Book ' || n, (array(select id from genre order by id))[n % 30], (array['fr', 'ar', 'en'])[n % 4]
    from generate_series(1, 10900) as n`)
  await db.execute(sql`
    insert into copy (id, book_id, location)
    select gen_random_uuid(), id, 'Room ' || (row_number() over ()) % 5 from book order by id limit 3000`)
  // Years of one borrower after the other; one in forty is part of a class set.
  await db.execute(sql`
    with c as (select array_agg(id) as ids from copy), b as (select array_agg(id) as ids, array_agg(group_id) as groups from borrower)
    insert into loan (id, copy_id, borrower_id, group_id, set_id, lent_at, returned_at, due_on, act_id)
    select gen_random_uuid(), c.ids[1 + n * 7 % 3000], b.ids[1 + n * 11 % 900], b.groups[1 + n * 11 % 900],
      case when n % 40 = 0 then gen_random_uuid() end, at, at + interval '5 days', at::date, gen_random_uuid()
    from generate_series(1, ${LOANS}) as n, c, b,
      lateral (select timestamptz '2022-01-01Z' + n * interval '421 seconds' as at) as one`)
  await db.execute(sql`analyze`)
}, 120_000)

/** Loans and borrowers of each month (2025-03) or year (2025), counted in SQL of its own. */
async function counted(period: 'YYYY-MM' | 'YYYY'): Promise<Map<string, { loans: number; readers: number }>> {
  const { rows } = await db.execute<{ period: string; loans: number; readers: number }>(sql`
    select to_char(lent_at at time zone 'UTC', ${period}) as period, count(*)::int as loans, count(distinct borrower_id)::int as readers
    from loan where set_id is null group by 1`)
  return new Map(rows.map((row) => [row.period, row]))
}

/** The counts of a year, and the quickest of three times in milliseconds: other programs may use the processors too. */
async function timed() {
  const times: number[] = []
  for (;;) {
    const start = performance.now()
    const statistics = await manager.call(statisticsRouter.get, { year: '2025' })
    times.push(performance.now() - start)
    if (times.length === 3) return { statistics, ms: Math.min(...times) }
  }
}

test('Among 300,000 loans the counts are those of SQL, before and after loans forget', async () => {
  expect(await db.$count(loan)).toBe(LOANS)
  const { statistics, ms } = await timed()
  const years = await counted('YYYY')
  const [year, yearBefore] = [years.get('2025'), years.get('2024')]
  expect(statistics).toMatchObject({
    loans: year?.loans,
    before: yearBefore?.loans,
    readers: { count: year?.readers, before: yearBefore?.readers },
  })
  const months = await counted('YYYY-MM')
  expect(statistics.months).toEqual(
    statistics.months.map(({ month }) => {
      const [now, before] = [months.get(month), months.get(month.replace('2025', '2024'))]
      return {
        month,
        loans: now?.loans,
        before: before?.loans,
        readers: now?.readers,
        readersBefore: before?.readers,
      }
    }),
  )
  for (const part of ['classes', 'genres', 'languages', 'places'] as const)
    expect.soft(statistics[part].reduce((sum, { loans }) => sum + loans, 0)).toBe(statistics.loans)
  const { rows } = await db.execute<{ title: string; loans: number }>(sql`
    select title, count(*)::int as loans from loan join copy on copy.id = copy_id join book on book.id = book_id
    where set_id is null and lent_at >= '2025-01-01Z' and lent_at < '2026-01-01Z'
    group by book.id order by 2 desc, book.sort_title, book.id limit 100`)
  expect(statistics.books.map(({ title, loans }) => ({ title, loans }))).toEqual(rows)

  await storeLibrarySettings({ loanMemoryDays: 30 })
  await cleanUpLoans()
  const after = await timed()
  expect(after.statistics).toEqual(statistics)
  console.info(`Statistics of a year: ${Math.round(ms)} ms, ${Math.round(after.ms)} ms once loans have forgotten`)
}, 120_000)
