/** A school's year, from September to August, or a calendar year. */
export type YearKind = 'school_year' | 'calendar_year'

/** A year that is counted, of which the address says `2025-2026` or `2026`. */
export interface Year {
  id: string
  kind: YearKind
  /** Its twelve months, the first one first: 2025-09. */
  months: string[]
}

const [EARLIEST, LATEST] = [1900, 9998]

/** The month with which a school's year begins. */
const SEPTEMBER = 9

/** The month after so many others, as 2026-11. */
const monthAfter = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

const yearFrom = (kind: YearKind, first: number): Year => {
  const start = `${first}-${kind === 'school_year' ? '09' : '01'}`
  return {
    id: kind === 'school_year' ? `${first}-${first + 1}` : String(first),
    kind,
    months: Array.from({ length: 12 }, (_, index) => monthAfter(start, index)),
  }
}

/** Reads a year; undefined for what is none, such as `2025-2027`. */
export function readStatisticsYear(text: string): Year | undefined {
  const [, first = '', second] = /^(\d{4})(?:-(\d{4}))?$/.exec(text) ?? []
  const year = Number(first)
  if (year < EARLIEST || year > LATEST) return undefined
  if (second === undefined) return yearFrom('calendar_year', year)
  return Number(second) === year + 1 ? yearFrom('school_year', year) : undefined
}

/** The year of a kind in which a day such as 2026-03-12 lies. */
export function yearOf(day: string, kind: YearKind): Year {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return yearFrom(kind, kind === 'school_year' && month < SEPTEMBER ? year - 1 : year)
}

/** The year before or, by a positive number, after another. */
export const yearBeside = ({ kind, months }: Year, count: number): Year =>
  yearFrom(kind, Number(months[0]?.slice(0, 4)) + count)

/** The first day of a year, as 2025-09-01. */
export const firstDay = ({ months }: Year): string => `${months[0]}-01`

/** The same day of the year before: the first of March for a 29th of February. */
export function dayAYearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year - 1, month - 1, date)).toISOString().slice(0, 10)
}
