import { writeTable } from '#base/formats/write-table.server.ts'
import { formatMonth } from '#base/i18n/format.ts'
import { inLocale } from '#base/i18n/in-locale.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Statistics, StatisticsPart, STATISTICS_FORMATS } from './statistics.schema.ts'
import { statisticsPartWords, yearBeforeWord, yearWord } from './statistics-words.ts'

/** The statistics as a table: what is counted, of what, in the year and in the year before. Headings are in the current language. */
export function writeStatistics(
  format: keyof typeof STATISTICS_FORMATS,
  statistics: Statistics,
): AsyncGenerator<Buffer> {
  return inLocale(getLocale(), () => {
    const columns = [
      { field: 'count', heading: m.statistics_count() },
      { field: 'name', heading: m.statistics_name() },
      { field: 'year', heading: yearWord(statistics.year) },
      { field: 'before', heading: yearBeforeWord(statistics) },
    ]
    return Promise.resolve(writeTable(format, columns, groups(rowsOf(statistics))))
  })
}

async function* groups(rows: readonly string[][]): AsyncGenerator<readonly string[][]> {
  yield rows
}

type Cell = string | number | null

const parts = (count: string, items: readonly StatisticsPart[], none: string): Cell[][] =>
  items.map((item) => [count, item.name ?? none, item.loans, item.before])

function rowsOf(statistics: Statistics): string[][] {
  const { loans, before, inSets, readers, copies, months, classes, genres, languages, places, books, unlent } =
    statistics
  // Months are compared whole, also those that lie ahead, while all other rows are until the day in the heading.
  const wholeYear = (count: string): string =>
    statistics.until === null ? count : m.statistics_whole_year({ count, year: yearWord(statistics.yearBefore) })
  const rows: Cell[][] = [
    [m.loan_list(), '', loans, before],
    [m.statistics_in_sets(), '', inSets.loans, inSets.before],
    [m.statistics_readers(), '', readers.count, readers.before],
    [m.statistics_copies(), '', copies.count, copies.before],
    [m.copy_never_lent_in({ count: unlent.years, shown: String(unlent.years) }), '', unlent.count, null],
    ...months.map((one) => [wholeYear(m.statistics_by_month()), formatMonth(one.month, 'long'), one.loans, one.before]),
    ...months.map((one) => [
      wholeYear(m.statistics_readers_by_month()),
      formatMonth(one.month, 'long'),
      one.readers,
      one.readersBefore,
    ]),
    ...parts(m.statistics_by_class(), classes, statisticsPartWords().class),
    ...classes.map((one) => [
      m.statistics_readers_by_class(),
      one.name ?? statisticsPartWords().class,
      one.readers,
      null,
    ]),
    ...parts(m.statistics_by_genre(), genres, statisticsPartWords().genre),
    ...parts(m.statistics_by_language(), languages, statisticsPartWords().language),
    ...parts(m.statistics_by_place(), places, statisticsPartWords().place),
    ...books.map((one) => [
      m.statistics_most_lent(),
      one.author === '' ? one.title : `${one.title} / ${one.author}`,
      one.loans,
      one.before,
    ]),
  ]
  return rows.map((cells) => cells.map((cell) => String(cell ?? '')))
}
