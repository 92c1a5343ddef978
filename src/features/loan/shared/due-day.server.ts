import { asc, gte } from 'drizzle-orm'
import type { Queryable } from '#db/connection/client.server.ts'
import { closedDay } from '#db/tables/loan.ts'
import { inForce } from '#env/in-force.server.ts'
import { now } from '#lib/clock.ts'
import { dayAfter, isoDay } from '#lib/day-start.ts'

const DAY = 86_400_000

/** The day in the library, whatever the time zone of who asks. */
export const libraryDay = (at: Date = now()): string => isoDay(at, inForce().timeZone)

/** Days from one day to another, negative if that is before. */
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

interface LoanDays {
  dueOn: string
  returnedAt: Date | null
  lostAt?: Date | null
}

/** Days that a loan is late, or was when it came back or was said to be lost; 0 in time. */
export const daysLate = ({ dueOn, returnedAt, lostAt = null }: LoanDays): number =>
  Math.max(0, daysBetween(dueOn, libraryDay(lostAt ?? returnedAt ?? now())))

/** The day that is so many days from today, or the first one after it on which the library is open. */
export async function openDayIn(tx: Queryable, days: number): Promise<string> {
  let day = dayAfter(libraryDay(), days)
  const closed = await tx
    .select({ date: closedDay.date })
    .from(closedDay)
    .where(gte(closedDay.date, day))
    .orderBy(asc(closedDay.date))
    .limit(1000)
  for (const { date } of closed) {
    if (date !== day) break
    day = dayAfter(day)
  }
  return day
}
