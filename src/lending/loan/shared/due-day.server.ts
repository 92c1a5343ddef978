import { gte } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { closedDay } from '#base/db/tables/loan.ts'
import { closedWeekday } from '#base/db/tables/school-year.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { now } from '#base/lib/clock.ts'
import { dayAfter } from '#base/lib/day-start.ts'

const DAY = 86_400_000

/** Days from one day to another, negative if the second day is before the first. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

interface LoanDays {
  dueOn: string
  returnedAt: Date | null
  lostAt?: Date | null
}

/** Days that a loan is late, or was when it came back or was said to be lost; 0 in time. */
export const daysLate = ({ dueOn, returnedAt, lostAt = null }: LoanDays): number =>
  Math.max(0, daysBetween(dueOn, libraryDay(lostAt ?? returnedAt ?? now())))

/**
 * Whether the library is closed on days: on those of the week, and on single ones.
 *
 * @public for the floors above
 */
export interface Closing {
  /** 1 for Monday, 7 for Sunday. */
  weekdays: ReadonlySet<number>
  days: ReadonlySet<string>
}

/**
 * What is closed from a day on.
 *
 * @public for the floors above
 */
export async function closingFrom(on: Queryable, day: string): Promise<Closing> {
  const [weekdays, days] = [
    await on.select().from(closedWeekday),
    await on.select({ date: closedDay.date }).from(closedDay).where(gte(closedDay.date, day)),
  ]
  return { weekdays: new Set(weekdays.map(({ weekday }) => weekday)), days: new Set(days.map(({ date }) => date)) }
}

/** The day of the week of a day, 1 for Monday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/**
 * The first day from `day` on that is not closed. At least one day of the week is open: after ten years it is given up.
 *
 * @public for the floors above
 */
export function firstOpenDay({ weekdays, days }: Closing, day: string): string {
  let open = day
  for (let tried = 0; tried < 3660 && (days.has(open) || weekdays.has(weekdayOf(open))); tried += 1)
    open = dayAfter(open)
  return open
}

/**
 * The day, or the first one after it on which the library is open.
 *
 * @public for the floors above
 */
export const openDayFrom = async (on: Queryable, day: string): Promise<string> =>
  firstOpenDay(await closingFrom(on, day), day)

/** The day that is so many days from today, or the first one after it on which the library is open. */
export const openDayIn = (tx: Queryable, days: number): Promise<string> => openDayFrom(tx, dayAfter(libraryDay(), days))
