import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { findBursts, readBursts } from '#kit/activity/activity-bursts.server.ts'
import { matchesFilter } from '#kit/activity/activity-filter.server.ts'
import type { ActivityFilter } from '#kit/activity/activity-search.schema.ts'
import { withEmptyDatabase } from './empty-database.ts'
import { median } from './median.ts'

const ENTRIES = 100_000
const ROUNDS = 9
/** Milliseconds that the first page of any filter may take. */
const LIMIT = 250

/** A year of single changes by 20 people, with bursts of 500 equal ones between. */
const addEntries = () =>
  db.execute(sql`
    insert into activity (at, actor_kind, actor_id, action, subject_kind, subject_id, subject_name, before, after)
    select
      now() - make_interval(secs => (${ENTRIES}::int - n) * 315),
      case when n % 50 = 0 then 'operator' else 'person' end,
      case when n % 50 = 0 then null else ('00000000-0000-7000-8000-' || lpad((n % 20)::text, 12, '0'))::uuid end,
      case when n = 5 then 'user.ban' when n % 40 = 0 then 'genre.update' when n % 9 = 0 then 'book.delete' else 'book.update' end,
      case when n = 5 then 'user' when n % 40 = 0 then 'genre' else 'book' end,
      gen_random_uuid(),
      'The ' || (array['little', 'great', 'silent', 'last', 'secret'])[1 + n % 5] || ' history of ' || md5((n % 3000)::text) || ' ' || n,
      '{"publisher": ""}', '{"publisher": "Mkuki na Nyota"}'
    from generate_series(1, ${ENTRIES}::int) as n
  `)

/** Changes of one statement above all others: a burst, which the first page counts whole. */
const addBurst = () =>
  db.execute(sql`
    insert into activity (actor_kind, action, subject_kind, subject_id, subject_name, before, after)
    select 'operator', 'book.update', 'book', gen_random_uuid(), 'Burst ' || n, '{"publisher": ""}', '{"publisher": "B"}'
    from generate_series(1, 20000) as n
  `)

const day = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const ALL: ActivityFilter = { searchTerm: '' }

const CASES: Record<string, Partial<ActivityFilter>> = {
  'first page': {},
  'a person': { actor: '00000000-0000-7000-8000-000000000007' },
  'a person without any': { actor: '00000000-0000-7000-8000-000000000099' },
  'the operator': { actor: 'operator' },
  'Maktaba itself, without any': { actor: 'system' },
  'a common kind': { change: 'delete' },
  'a kind of one, the oldest': { change: 'access' },
  'a kind of none': { change: 'import' },
  genres: { kind: 'genre' },
  'a day of long ago': { from: day(300), to: day(300) },
  'days before all': { to: day(500) },
  'a common word': { searchTerm: 'history' },
  'a rare word': { searchTerm: 'history 77777' },
  'a word that none has': { searchTerm: 'zanzibar' },
  'two letters': { searchTerm: 'li' },
  'two letters that none has': { searchTerm: 'zq' },
  'a word, a person and days': {
    searchTerm: 'silent',
    actor: '00000000-0000-7000-8000-000000000007',
    from: day(200),
    to: day(190),
  },
}

/** Measures the first page of a filter; false when it takes too long. */
async function measure(name: string, narrowed: Partial<ActivityFilter>): Promise<boolean> {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const condition = await matchesFilter({ ...ALL, ...narrowed }, 'Africa/Nairobi')
    const { bursts } = await findBursts(condition, undefined, 20)
    found = (await readBursts(bursts)).length
    times.push(performance.now() - started)
  }
  const time = median(times)
  console.log(`${name.padEnd(30)} ${String(found).padStart(3)} lines ${time.toFixed(1).padStart(8)} ms`)
  return time <= LIMIT
}

/** The first page of the activity, plain and narrowed, of 100,000 entries. */
export default () =>
  withEmptyDatabase(async () => {
    await addEntries()
    await db.execute(sql`vacuum analyze activity`)
    let isGood = true
    for (const [name, narrowed] of Object.entries(CASES)) isGood = (await measure(name, narrowed)) && isGood
    await addBurst()
    isGood = (await measure('with a burst of 20,000', {})) && isGood
    const { rows } = await db.execute<{ name: string; size: string }>(sql`
      select indexrelid::regclass::text as name, pg_size_pretty(pg_relation_size(indexrelid)) as size
      from pg_index where indrelid = 'activity'::regclass`)
    for (const { name, size } of rows) console.log(`${name.padEnd(30)} ${size.padStart(18)}`)
    console.log(`${await db.$count(activity)} entries; the limit is ${LIMIT} ms.`)
    return isGood
  })
