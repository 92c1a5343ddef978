import { locales } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { listOfJson } from '#base/lib/list-cell.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { fold } from '#base/lib/search/fold.ts'

/** Which of day and month stands first in a column, where both are numbers; undefined where its cells leave it open. */
export type DayOrder = 'day' | 'month' | undefined

/** `12/9/2019`, `12.09.19`, also with a time behind. */
const NUMBERS = /^(\d\d?)([-/.])(\d\d?)\2(\d{4}|\d\d)(?:[T ].*)?$/

/**
 * Says by the days of a column that can be read in one way only, such as `23/10/2021`, in which order all of them are written; where
 * there is none, that of the program which wrote them, `usual`.
 */
export function dayOrder(cells: readonly string[], usual?: DayOrder): DayOrder {
  let [dayFirst, monthFirst] = [0, 0]
  for (const cell of cells) {
    const [, first, , second] = NUMBERS.exec(westernDigits(cell.trim())) ?? []
    if (Number(first) > 12 && Number(second) <= 12) dayFirst += 1
    if (Number(second) > 12 && Number(first) <= 12) monthFirst += 1
  }
  if (dayFirst === 0 && monthFirst === 0) return usual
  if (dayFirst > 0 && monthFirst > 0) return undefined
  return dayFirst > 0 ? 'day' : 'month'
}

const MONTHS = new Map(
  [...locales, 'de', 'es', 'pt', 'it'].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, at): [string, number] => [
        // oxlint-disable-next-line no-restricted-properties -- names of months are read here, not shown
        monthWord(new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }).format(Date.UTC(2020, at, 15))),
        at + 1,
      ]),
    ),
  ),
)

function monthWord(word: string): string {
  return fold(word).replace(/\.$/, '')
}

/** Days of a workbook whose cells were saved as numbers: those of 1954 to 2064. */
const SERIAL = { min: 20_000, max: 60_000, epoch: Date.UTC(1899, 11, 30), day: 86_400_000 }

/** A date as YYYY-MM-DD; undefined if the calendar has no such day, as 30 February. */
function dayText(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}

/** Of a year in two digits the last that has been. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  const current = now().getUTCFullYear()
  const recent = current - (current % 100) + year
  return recent > current + 1 ? recent - 100 : recent
}

/**
 * A day as YYYY-MM-DD where it is written by the name of its month, by numbers whose order is known, or as a number of a workbook;
 * any other text as it is.
 */
export function readColumnDay(text: string, order: DayOrder): string {
  const western = westernDigits(text.trim())
  const [, first = '', , second = '', year = ''] = NUMBERS.exec(western) ?? []
  if (year !== '' && (order !== undefined || year.length === 2)) {
    const [day, month] = order === 'month' ? [second, first] : [first, second]
    const isSure = order !== undefined || Number(first) > 12
    return (isSure ? dayText(fullYear(year), Number(month), Number(day)) : undefined) ?? text
  }
  if (/^\d{5}$/.test(western) && Number(western) >= SERIAL.min && Number(western) <= SERIAL.max)
    return new Date(SERIAL.epoch + Number(western) * SERIAL.day).toISOString().slice(0, 10)
  return namedDay(western) ?? text
}

/** `readColumnDay` for each day of a cell with several. */
export const readColumnDays = (cell: string, order: DayOrder): string =>
  listOfJson(cell) ? cell : cell.replace(/[^;؛\n]+/gu, (one) => readColumnDay(one, order))

/** `15 Jan 2020`, `15 janvier 2020`, `Jan 15, 2020`, `1er mai 2020`. */
function namedDay(text: string): string | undefined {
  const [, before = '', word = '', after = '', year = ''] =
    /^(?:(\d\d?)(?:er|st|nd|rd|th)?[\s.-]+(?:de )?)?(\p{L}[\p{L}\p{M}]+)\.?(?:\s+(\d\d?)(?:st|nd|rd|th)?,)?[\s.-]+(?:de )?(\d{4})$/iu.exec(
      text,
    ) ?? []
  const month = MONTHS.get(monthWord(word))
  const day = before || after
  return month === undefined || day === '' || (before !== '' && after !== '')
    ? undefined
    : dayText(Number(year), month, Number(day))
}
