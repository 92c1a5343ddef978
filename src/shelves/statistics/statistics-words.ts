import { formatNearDay, formatYear } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** A year as people write it: 2025/26, or 2026. */
export const yearWord = (year: string): string => {
  const [first = '', second] = year.split('-')
  return second === undefined ? formatYear(first) : `${first}/${second.slice(2)}`
}

/** The year before, or the part of it that a running year is compared with. */
export const yearBeforeWord = ({ yearBefore, until }: { yearBefore: string; until: string | null }): string =>
  until === null ? yearWord(yearBefore) : m.statistics_until({ year: yearWord(yearBefore), day: formatNearDay(until) })

/** What stands in place of the name of a class, genre, language or place where there is none. */
export const statisticsPartWords = () => ({
  class: m.overdue_without_group(),
  genre: m.books_genre_none(),
  language: m.statistics_no_language(),
  place: m.statistics_no_place(),
})
