import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { tableVersion } from '#base/db/list/versioned-cache.server.ts'
import { RECORDED_TABLES } from '#base/db/noun-tables.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { bookName } from '#base/db/tables/book-name.ts'
import { book } from '#base/db/tables/book.ts'
import { duplicate } from '#base/db/tables/duplicate.ts'
import { genre } from '#base/db/tables/genre.ts'
import { deskAct, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { isSampleBook } from '#base/db/tables/sample.ts'
import { userChange } from '#base/db/tables/user-change.ts'
import { hasNeverSignedIn, user } from '#base/db/tables/user.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { readAfterRestore } from '#operations/backup/shared/after-restore.server.ts'
import { readWarnings } from '#operations/health/shared/library-warnings.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { dayStart, isoDay } from '#base/lib/day-start.ts'
import { now } from '#base/lib/clock.ts'
import { recordOf } from '#base/lib/record-of.ts'
import { RECORDED } from '#nouns.ts'
import type { Figures } from './dashboard.schema.ts'

const MONTHS = 12

// Cached until a book or a user changes, like the totals of lists: less than 1 ms from the cache, some 30 ms among
// 100,000 books after a change, nearly all by index scans.
const ofNouns = new VersionedPromiseCache<number>(RECORDED.length)
const ofGenres = new VersionedPromiseCache<Awaited<ReturnType<typeof countByGenre>>>(1)
const ofNames = new VersionedPromiseCache<Awaited<ReturnType<typeof countNames>>>(1)
const ofMonths = new VersionedPromiseCache<Awaited<ReturnType<typeof countByMonth>>>(30)
const ofSamples = new VersionedPromiseCache<number>(1)
const ofUsers = new VersionedPromiseCache<Awaited<ReturnType<typeof countUsers>>>(30)

/** The figures of the dashboard, with months in the given time zone. */
export async function figuresIn(timeZone: string): Promise<Figures> {
  const months = lastMonths(timeZone)
  const month = months.at(-1) ?? ''
  const [books, users] = await Promise.all([tableVersion(bookChange), tableVersion(userChange)])
  const [counts, { byGenre, withoutGenre }, names, byMonth, people, samples, duplicates, loans] = await Promise.all([
    countNouns(),
    ofGenres.getOrLoad('', books, countByGenre),
    ofNames.getOrLoad('', books, countNames),
    ofMonths.getOrLoad(`${timeZone} ${month}`, books, () => inZone(timeZone, (zone) => countByMonth(months, zone))),
    ofUsers.getOrLoad(`${timeZone} ${month}`, users, () => inZone(timeZone, (zone) => countUsers(month, zone))),
    ofSamples.getOrLoad('', books, () => db.$count(book, isSampleBook)),
    db.$count(duplicate, and(duplicate.isHead, eq(duplicate.state, 'found'))),
    countLoans(),
  ])
  return {
    counts,
    authors: names.authors,
    newUsers: people.newUsers,
    months: months.map((one) => ({ month: one, books: byMonth.get(one) ?? 0 })),
    byGenre,
    attention: {
      withoutGenre,
      withoutPublisher: counts.book - names.published,
      notOnboarded: people.notOnboarded,
      neverSignedIn: people.neverSignedIn,
      samples,
      duplicates,
      overdue: loans?.overdue ?? 0,
    },
    warnings: await readWarnings(counts.book),
    afterRestore: (await readAfterRestore()) ?? null,
    lending: loans && { onLoan: loans.onLoan, lentToday: loans.lentToday },
  }
}

async function countNouns(): Promise<Figures['counts']> {
  const counts = RECORDED.map(async (noun) => {
    const { table, changes } = RECORDED_TABLES[noun]
    return [noun, await ofNouns.getOrLoad(noun, await tableVersion(changes), () => db.$count(table))] as const
  })
  return recordOf(await Promise.all(counts))
}

/** Falls back to UTC for a time zone that PostgreSQL does not know yet. */
const inZone = <T>(timeZone: string, count: (zone: string) => Promise<T>): Promise<T> =>
  count(timeZone).catch(() => count('UTC'))

/** The last twelve months in that time zone, oldest first, as 2026-11. */
function lastMonths(timeZone: string): string[] {
  const [year = 0, month = 0] = isoDay(now(), timeZone).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}

/** One index scan for each genre, and one for books without a genre. */
async function countByGenre() {
  const [found, rest] = await Promise.all([
    db
      .select({
        genre: { id: genre.id, name: genre.name, slug: genre.slug, names: genre.names, hue: genre.hue },
        books: sql<number>`(select count(*)::int from ${book} where ${eq(book.genreId, genre.id)})`.as('books'),
      })
      .from(genre)
      .orderBy(sql`books desc`, genre.name),
    db.$count(book, isNull(book.genreId)),
  ])
  return { byGenre: found.filter(({ books }) => books > 0), withoutGenre: rest }
}

/** Number of different authors and of books with a publisher, from the table of names (base/db/tables/book-name.ts). */
async function countNames(): Promise<{ authors: number; published: number }> {
  const { rows } = await db.execute<{ authors: number; published: number }>(sql`
    select
      (select count(*)::int from (
        select from ${bookName} where ${bookName.field} = 'author' group by ${bookName.words} having sum(${bookName.uses}) > 0
      ) as author) as authors,
      (select coalesce(sum(${bookName.uses}), 0)::int from ${bookName} where ${bookName.field} = 'publisher') as published`)
  return rows[0] ?? { authors: 0, published: 0 }
}

/** One range scan of the index on `created_at` for each month. */
async function countByMonth(months: readonly string[], timeZone: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; books: number }>(sql`
    select month, (
      select count(*)::int from ${book}
      where created_at >= start at time zone ${timeZone}
        and created_at < (start + interval '1 month') at time zone ${timeZone}
    ) as books
    from unnest(${sql.param([...months])}::text[]) as month, lateral (select (month || '-01')::timestamp as start) as first`)
  return new Map(rows.map((row) => [row.month, row.books]))
}

/** Loans that are open, late, and of today by the day of the library; null where nothing is lent. */
async function countLoans(): Promise<{ onLoan: number; overdue: number; lentToday: number } | null> {
  if (!(await librarySettings()).lending) return null
  const today = libraryDay()
  const [onLoan, overdue, lentToday] = await Promise.all([
    db.$count(loan, isOpenLoan),
    db.$count(loan, and(isOpenLoan, lt(loan.dueOn, today))),
    // By the acts of the desk, which have an index on their time.
    db.$count(
      deskAct,
      and(
        gte(deskAct.at, dayStart(today, inForce().timeZone)),
        inArray(deskAct.result, ['lent', 'returned_and_lent']),
        isNull(deskAct.undoneAt),
      ),
    ),
  ])
  return { onLoan, overdue, lentToday }
}

async function countUsers(month: string, timeZone: string) {
  const start = sql`(${`${month}-01`}::timestamp at time zone ${timeZone})`
  const [row] = await db
    .select({
      newUsers: sql<number>`count(*) filter (where ${user.createdAt} >= ${start})::int`,
      notOnboarded: sql<number>`count(*) filter (where ${user.onboardedAt} is null)::int`,
      neverSignedIn: sql<number>`count(*) filter (where ${hasNeverSignedIn})::int`,
    })
    .from(user)
  return row ?? { newUsers: 0, notOnboarded: 0, neverSignedIn: 0 }
}
