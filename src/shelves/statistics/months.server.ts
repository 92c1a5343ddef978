import { inForce } from '#base/env/in-force.server.ts'
import { dayStart } from '#base/lib/day-start.ts'

/** Months at most: of a clock that was wrong by a century. */
const MOST = 2400

/** The months from that of a day to that of another one, as 2026-11; at least the first. */
export function monthsBetween(first: string, last: string): string[] {
  const [year = 0, month = 1] = first.split('-').map(Number)
  const months: string[] = []
  do months.push(new Date(Date.UTC(year, month - 1 + months.length, 1)).toISOString().slice(0, 7))
  while (months.length < MOST && (months.at(-1) ?? '') < last.slice(0, 7))
  return months
}

/** The moments at which months begin in the library, for `width_bucket`. */
export const boundsOf = (months: readonly string[]): string[] =>
  months.map((month) => dayStart(`${month}-01`, inForce().timeZone).toISOString())
