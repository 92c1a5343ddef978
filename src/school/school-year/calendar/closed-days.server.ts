import { asc, between, gte, sql } from 'drizzle-orm'
import type { ActingUser } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { closedDay } from '#base/db/tables/loan.ts'
import { closedWeekday, type DueOperation } from '#base/db/tables/school-year.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { ProblemKey } from '#base/i18n/problem-text.ts'
import { dayAfter } from '#base/lib/day-start.ts'
import { closingFrom, firstOpenDay } from '#lending/loan/shared/due-day.server.ts'
import { changeDueDays, inDueChange, lastDueChange, previewMoves, type DayMove } from '../due-days/due-change.server.ts'
import type { Calendar, CalendarInput, Stretch } from './calendar.schema.ts'

/** A stretch has at most the days of a leap year. */
const MOST_DAYS = 366

/** The closed days of the week, and the closed days from today on, those first that come first. */
export async function readCalendar(): Promise<Calendar> {
  const today = libraryDay()
  const weekdays = await db.select().from(closedWeekday).orderBy(asc(closedWeekday.weekday))
  const dates = await db
    .select()
    .from(closedDay)
    .where(gte(closedDay.date, today))
    .orderBy(asc(closedDay.date))
    .limit(MOST_DAYS * 3)
  const days: Stretch[] = []
  for (const { date, note } of dates) {
    const last = days.at(-1)
    if (last && last.note === note && dayAfter(last.to) === date) last.to = date
    else days.push({ from: date, to: date, note })
  }
  return { weekdays: weekdays.map(({ weekday }) => weekday), days, today, last: await lastDueChange('calendar') }
}

const outOfRange = (field: 'from' | 'to', key: ProblemKey, limit: string) =>
  createError('VALIDATION_ERROR', { fields: { [field]: { key, params: { limit } } } })

/** VALIDATION_ERROR at `from` for a day before today, at `to` for one before `from` or more than a year after it. */
function checkStretches(days: readonly Stretch[]): void {
  const today = libraryDay()
  for (const { from, to } of days) {
    const latest = dayAfter(from, MOST_DAYS - 1)
    if (from < today) throw outOfRange('from', 'validation_date_min', today)
    if (to < from) throw outOfRange('to', 'validation_date_min', from)
    if (to > latest) throw outOfRange('to', 'validation_date_max', latest)
  }
}

const daysIn = ({ from, to }: Stretch): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day)
  return days
}

/** The days on which open loans are due and the library would be closed, each with the next open one. */
async function movesOf(on: Queryable, { weekdays, days }: CalendarInput): Promise<DayMove[]> {
  const today = libraryDay()
  const before = await closingFrom(on, today)
  const closing = {
    weekdays: new Set(weekdays),
    days: new Set([...before.days, ...days.flatMap((stretch) => daysIn(stretch))]),
  }
  const { rows } = await on.execute<{ day: string }>(sql`
    select distinct loan.due_on::text as day from loan
    where loan.returned_at is null and loan.lost_at is null and loan.due_on >= ${today}`)
  return rows
    .map(({ day }) => ({ before: day, after: firstOpenDay(closing, day) }))
    .filter((one) => one.before !== one.after)
}

/** How many due days would move, and the first of them. VALIDATION_ERROR as `checkStretches`. */
export async function previewCalendar(input: CalendarInput) {
  checkStretches(input.days)
  return previewMoves(db, await movesOf(db, input), sql`true`)
}

/** Closes the library on these days, and moves what would be due then. VALIDATION_ERROR as `checkStretches`. */
export function changeCalendar(
  input: CalendarInput,
  actor: ActingUser,
): Promise<{ id: string | null; changed: number }> {
  checkStretches(input.days)
  return inDueChange(async (tx) => {
    const moves = await movesOf(tx, input)
    const before = await tx.select().from(closedWeekday).orderBy(asc(closedWeekday.weekday))
    const stretches = JSON.stringify(input.days)
    const { rows: former } = await tx.execute<{ date: string; note: string }>(sql`
      select distinct c.date::text as date, c.note from closed_day as c
        join jsonb_to_recordset(${stretches}::jsonb) as given("from" date, "to" date) on c.date between given."from" and given."to"`)
    const weekdays = [...new Set(input.weekdays)].toSorted((a, b) => a - b)
    await tx.delete(closedWeekday)
    if (weekdays.length > 0) await tx.insert(closedWeekday).values(weekdays.map((weekday) => ({ weekday })))
    // Of stretches that lap over, the last says why.
    await tx.execute(sql`
      insert into closed_day (date, note)
      select distinct on (day) day::date, given.note
      from rows from (jsonb_to_recordset(${stretches}::jsonb) as ("from" date, "to" date, note text)) with ordinality
          as given("from", "to", note, at)
        cross join lateral generate_series(given."from", given."to", '1 day') as day
      order by day, given.at desc
      on conflict (date) do update set note = excluded.note`)
    const operation = {
      kind: 'calendar',
      weekdays: { before: before.map(({ weekday }) => weekday), after: weekdays },
      days: input.days,
      former,
    } as const satisfies DueOperation
    return changeDueDays(tx, operation, { moves, condition: sql`true`, actor })
  })
}

/** Opens the library on days again. What is due on other days for them stays as it is. */
export const openOnDays = async (from: string, to: string): Promise<void> => {
  await db.delete(closedDay).where(between(closedDay.date, from, to))
}
