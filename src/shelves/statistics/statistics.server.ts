import { and, asc, count, desc, eq, gte, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { genre } from '#base/db/tables/genre.ts'
import { loan } from '#base/db/tables/loan.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { formatLanguage } from '#base/i18n/format.ts'
import { dayAfter, dayStart } from '#base/lib/day-start.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { notLentFor } from '#lending/copy/shared/never-lent.server.ts'
import { countByBook, countByMonth, countSets, mostLent, type LoanCount, type Span } from './count-loans.server.ts'
import { countReaders, type ReaderCount } from './count-readers.server.ts'
import { boundsOf } from './months.server.ts'
import {
  dayAYearBefore,
  firstDay,
  readStatisticsYear,
  yearBeside,
  yearOf,
  type Year,
} from './statistics-year.schema.ts'
import type { MonthFigures, Statistics, StatisticsPart } from './statistics.schema.ts'

/** Books that are named as lent most. */
const MOST_LENT = 100
/** Years in which a copy was not lent, to be named, and how many are. */
const UNLENT_YEARS = 2
const UNLENT_NAMED = 6
/** Years that are offered, of each kind. */
const YEARS_OFFERED = 30

/** Counts what was lent in a year, by default the school's year of today, beside the year before. */
export async function countStatistics(id: string | undefined): Promise<Statistics> {
  const today = libraryDay()
  const year = (id === undefined ? undefined : readStatisticsYear(id)) ?? yearOf(today, 'school_year')
  const before = yearBeside(year, -1)
  const months = [...before.months, ...year.months]
  const end = firstDay(yearBeside(year, 1))
  const isRunning = firstDay(year) <= today && today < end
  const { timeZone } = inForce()
  const tomorrow = dayAfter(today)
  const span: Span = {
    bounds: boundsOf([...months, end.slice(0, 7)]),
    cut: dayStart(isRunning ? dayAYearBefore(tomorrow) : firstDay(year), timeZone).toISOString(),
  }
  const [byMonth, byBook, inSets, books, readers, unlent, copies, years, future, borrowers] = await Promise.all([
    countByMonth(span),
    countByBook(span),
    countSets(span),
    mostLent(span, MOST_LENT),
    countReaders(year, span),
    findUnlent(),
    countCopies(isRunning ? [dayAYearBefore(tomorrow), tomorrow] : [firstDay(year), end]),
    yearsOffered(today, year),
    db.$count(loan, gte(loan.lentAt, dayStart(tomorrow, timeZone))),
    isRunning ? db.$count(borrower) : null,
  ])
  const readersIn = (kind: ReaderCount['kind'], start: string) =>
    total(
      readers.filter((one) => one.kind === kind && one.start === start),
      (one) => one.readers,
    )
  return {
    year: year.id,
    kind: year.kind,
    yearBefore: before.id,
    years,
    until: isRunning ? today : null,
    loans: total(byMonth, (one) => one.loans),
    before: total(byMonth, (one) => one.before),
    inSets,
    readers: {
      count: readersIn('year', firstDay(year)),
      before: readersIn('year', firstDay(before)),
      borrowers,
    },
    copies,
    months: year.months.map((month, index) => ({
      month,
      loans: total(
        byMonth.filter((one) => one.month === index + 13),
        (one) => one.whole,
      ),
      before: total(
        byMonth.filter((one) => one.month === index + 1),
        (one) => one.whole,
      ),
      readers: readersIn('month', `${month}-01`),
      readersBefore: readersIn('month', `${before.months[index]}-01`),
    })),
    classes: await namedGroups(
      byMonth,
      readers.filter(({ kind, start }) => kind === 'year' && start === firstDay(year)),
    ),
    genres: await namedGenres(byBook.genre),
    languages: partsOf(byBook.language, (code) => formatLanguage(code)),
    places: partsOf(byBook.place, (place) => place),
    books,
    unlent,
    future,
  }
}

const total = <One>(items: readonly One[], countOf: (item: One) => number): number =>
  items.reduce((sum, item) => sum + countOf(item), 0)

/** Most loans first, those of none last. */
const byLoans = (one: StatisticsPart, other: StatisticsPart): number =>
  Number(one.name === null) - Number(other.name === null) ||
  other.loans - one.loans ||
  other.before - one.before ||
  (one.name ?? '').localeCompare(other.name ?? '')

const partsOf = (loans: readonly LoanCount[], nameOf: (key: string) => string | undefined): StatisticsPart[] =>
  loans
    .filter((one) => one.loans + one.before > 0)
    .map(({ key, loans: now, before }) => ({
      id: key,
      name: key === null ? null : (nameOf(key) ?? null),
      loans: now,
      before,
    }))
    .toSorted(byLoans)

async function namedGroups(
  byMonth: readonly { group: string | null; loans: number; before: number }[],
  ofYear: readonly ReaderCount[],
): Promise<Statistics['classes']> {
  const groups = await db.select({ id: borrowerGroup.id, name: borrowerGroup.name }).from(borrowerGroup)
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const readers = new Map(ofYear.map(({ group, readers: number }) => [group, number]))
  const loans = [...Map.groupBy(byMonth, ({ group }) => group)].map(([key, own]) => ({
    key,
    loans: total(own, (one) => one.loans),
    before: total(own, (one) => one.before),
  }))
  return partsOf(loans, (id) => names.get(id)).map((part) => ({ ...part, readers: readers.get(part.id) ?? 0 }))
}

async function namedGenres(loans: readonly LoanCount[]): Promise<Statistics['genres']> {
  const ids = loans.flatMap(({ key }) => (key === null ? [] : [key]))
  const rows = await db
    .select({ id: genre.id, name: genre.name, slug: genre.slug, names: genre.names, hue: genre.hue })
    .from(genre)
    .where(inArray(genre.id, ids))
  const found = new Map(rows.map((row) => [row.id, row]))
  const nameOf = (id: string) => {
    const row = found.get(id)
    return row && genreWord(row)
  }
  return partsOf(loans, nameOf).map((part) => ({ ...part, hue: found.get(part.id ?? '')?.hue ?? null }))
}

/** Copies that are not lent for years, as the list of copies finds them, with the oldest ones. */
async function findUnlent(): Promise<Statistics['unlent']> {
  const isUnlent = notLentFor(UNLENT_YEARS)
  const [counted, copies, first] = await Promise.all([
    db.$count(copy, isUnlent),
    db.$count(copy),
    db
      .select({
        id: copy.id,
        bookId: copy.bookId,
        title: book.title,
        author: book.author,
        number: copy.number,
        shelfMark: book.shelfMark,
      })
      .from(copy)
      .innerJoin(book, eq(book.id, copy.bookId))
      .where(isUnlent)
      .orderBy(asc(copy.sortNumber), asc(copy.id))
      .limit(UNLENT_NAMED),
  ])
  return { years: UNLENT_YEARS, count: counted, copies, first }
}

/** Copies that were there before each of two days, without those that are lost or withdrawn by now. */
async function countCopies([before, end]: [string, string]): Promise<Statistics['copies']> {
  const { timeZone } = inForce()
  const wasThere = (day: string) =>
    sql<number>`(count(*) filter (where coalesce(${copy.acquiredOn}, (${copy.createdAt} at time zone 'UTC')::date)
      < ${dayStart(day, timeZone).toISOString()}::timestamptz at time zone 'UTC'))::int`
  const [row] = await db
    .select({ count: wasThere(end), before: wasThere(before) })
    .from(copy)
    .where(notInArray(copy.condition, ['lost', 'withdrawn']))
  return row ?? { count: 0, before: 0 }
}

const loanAt = (order: typeof asc) => db.select({ at: loan.lentAt }).from(loan).orderBy(order(loan.lentAt)).limit(1)

/** The years from the first loan to today, or to the last loan where a clock was wrong, and the one that was asked for. */
async function yearsOffered(today: string, asked: Year): Promise<string[]> {
  const [[first], [last]] = await Promise.all([loanAt(asc), loanAt(desc)])
  return (['school_year', 'calendar_year'] as const).flatMap((kind) => {
    const oldest = yearOf(first ? libraryDay(first.at) : today, kind)
    const newest = yearOf(today, kind)
    const years: string[] = []
    for (let one = newest; one.id >= oldest.id && years.length < YEARS_OFFERED; one = yearBeside(one, -1))
      years.push(one.id)
    const latest = last && yearOf(libraryDay(last.at), kind)
    if (latest && latest.id > newest.id) years.unshift(latest.id)
    if (asked.kind === kind && !years.includes(asked.id)) years.push(asked.id)
    return years.toSorted().toReversed()
  })
}

/** Loans of the current month, and of the same month a year before until the same day. Class sets are not among them. */
export async function countMonth(): Promise<MonthFigures> {
  const today = libraryDay()
  const tomorrow = dayAfter(today)
  const { timeZone } = inForce()
  const loansFrom = async (from: string, to: string) => {
    const [row] = await db
      .select({ loans: count() })
      .from(loan)
      .where(
        and(
          sql`${loan.setId} is null`,
          gte(loan.lentAt, dayStart(from, timeZone)),
          lt(loan.lentAt, dayStart(to, timeZone)),
        ),
      )
    return row?.loans ?? 0
  }
  const start = `${today.slice(0, 7)}-01`
  const [loans, before] = await Promise.all([
    loansFrom(start, tomorrow),
    loansFrom(dayAYearBefore(start), dayAYearBefore(tomorrow)),
  ])
  return { month: start.slice(0, 7), loans, before }
}
