import { isoDay } from '#base/lib/day-start.ts'
import { getLocale } from './locale.ts'

// The only module that makes texts by Intl in the page's language (see .oxlintrc.json).

type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat | Intl.ListFormat | Intl.DisplayNames

const formatters = new Map<string, Formatter>()
/** Bounded, since a time zone comes from the client, in any spelling of its letters. */
const MOST = 2000

// Creating an Intl formatter takes some 30 µs, using one 1 µs, so each is cached by language. Digits are named because
// browsers with a CLDR before 46 write other ones in Arabic than the server.
function cached<T extends Formatter>(
  key: string,
  make: (locale: string) => T,
  kind: new (...a: never[]) => T,
  locale = getLocale(),
): T {
  const existing = formatters.get(`${locale} ${key}`)
  if (existing instanceof kind) return existing
  const formatter = make(`${locale}-u-nu-latn`)
  if (formatters.size < MOST) formatters.set(`${locale} ${key}`, formatter)
  return formatter
}

const numbers = (key: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat =>
  cached(`number ${key}`, (locale) => new Intl.NumberFormat(locale, options), Intl.NumberFormat)

// Dates in English are British: 12 March 2026.
const dates = (key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(
    `date ${key} ${options.timeZone}`,
    (locale) => new Intl.DateTimeFormat(locale.replace(/^en\b/, 'en-GB'), options),
    Intl.DateTimeFormat,
  )

const lists = (type: 'conjunction' | 'unit'): Intl.ListFormat =>
  cached(`list ${type}`, (locale) => new Intl.ListFormat(locale, { type }), Intl.ListFormat)

/** A whole number in the page's language: 12,408 or 12 408. */
export const formatNumber = (value: number): string => numbers('').format(value)

/** A year, whose thousands stay together: 1987. */
export const formatYear = (year: string): string => numbers('year', { useGrouping: false }).format(Number(year))

let nameInBrowser: (code: string) => string | undefined = () => undefined

/** Tells the browser's pages the names that the server has sent, in their language. */
export function setLanguageNames(find: (code: string) => string | undefined): void {
  nameInBrowser = find
}

/**
 * The name of a language of ISO 639, else its code: `fr` is French, français, الفرنسية, Kifaransa. Only the server asks `Intl`:
 * Chrome's names a third of the languages, and Kikuyu, Kamba or Luhya are not among them.
 */
export function formatLanguage(code: string, locale = getLocale()): string {
  if (typeof document !== 'undefined') return nameInBrowser(code) ?? code
  const names = cached(
    'languages',
    (one) => new Intl.DisplayNames(one, { type: 'language' }),
    Intl.DisplayNames,
    locale,
  )
  // A filter in an address may be no code at all.
  return /^[a-z]{2,3}$/.test(code) ? (names.of(code) ?? code) : code
}

/** A share between 0 and 1 in the page's language: 25%. */
export const formatPercent = (share: number): string => numbers('percent', { style: 'percent' }).format(share)

/**
 * A change as a share in the page's language, with its sign: +12%.
 * @public for the floors above
 */
export const formatChange = (share: number): string =>
  numbers('change', { style: 'percent', signDisplay: 'exceptZero' }).format(share)

/**
 * A ratio with two decimals in the page's language: 0.36.
 * @public for the floors above
 */
export const formatRatio = (value: number): string =>
  numbers('ratio', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)

/**
 * A share with one decimal: 100.3%.
 * @public for the floors above
 */
export const formatShare = (share: number): string =>
  numbers('share', { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** Bytes in the page's language, from kilobytes on: 1.4 MB. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  const [value, unit] =
    megabytes < 1
      ? [bytes / 1024, 'kilobyte']
      : megabytes < 1024
        ? [megabytes, 'megabyte']
        : [megabytes / 1024, 'gigabyte']
  const maximumFractionDigits = value < 10 ? 1 : 0
  return numbers(`${unit} ${maximumFractionDigits}`, { style: 'unit', unit, maximumFractionDigits }).format(value)
}

/** Words as a list in the page's language: title, author and genre. */
export const formatList = (words: readonly string[]): string => lists('conjunction').format(words)

/** Values side by side in the page's language, without 'and': title, author, genre. */
export const formatValues = (values: readonly string[]): string => lists('unit').format(values)

/** As `formatValues`, in parts: each value and what is between. */
export const valueParts = (values: readonly string[]): { type: 'element' | 'literal'; value: string }[] =>
  lists('unit').formatToParts(values)

/** A day in the page's language and the visitor's time zone: 12 March 2026. */
export const formatDate = (value: Date, timeZone: string): string =>
  dates('long', { dateStyle: 'long', timeZone }).format(value)

/** A day given as 2026-03-12, in the page's language: 12 March 2026. */
export const formatDay = (day: string): string => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')

/**
 * A day within a year from now, given as 2026-03-12, without the year: 12 March.
 *
 * @public for every floor, whether it has near days or not
 */
export const formatNearDay = (day: string): string =>
  dates('near', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Day and time, shorter: 12 Mar 2026, 14:05. */
export const formatDateTime = (value: Date, timeZone: string): string =>
  dates('time', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(value)

/** A day of the week and of the month: Thursday 12 March. */
export const formatWeekday = (value: Date, timeZone: string): string =>
  dates('weekday', { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(value)

/**
 * A day of the week by its number, 1 for Monday: Thursday.
 * @public for the floors above
 */
export const formatDayOfWeek = (weekday: number): string =>
  // The first of January 2024 was a Monday.
  dates('day of week', { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)))

/** A day of the week, of the month and of the year: Thursday 12 March 2026. */
export const formatWholeDay = (value: Date, timeZone: string): string =>
  dates('full', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(value)

/** A month given as 2026-11: November 2026, or shortened as Nov, or as its initial. */
export const formatMonth = (month: string, width: 'long' | 'short' | 'narrow'): string =>
  dates(`month ${width}`, {
    ...(width === 'long' ? { month: 'long', year: 'numeric' } : { month: width }),
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))

const DAY = 86_400_000

/** Days since the epoch in a time zone. */
const dayOf = (value: Date, timeZone: string): number => Date.parse(isoDay(value, timeZone)) / DAY

/**
 * A relative date in the page's language and the visitor's time zone: today, yesterday, 3 days ago, last week, 2 months
 * ago. A future time counts as today, since clocks differ.
 */
export function formatDaysAgo(value: Date, now: Date, timeZone: string): string {
  const days = Math.max(0, dayOf(now, timeZone) - dayOf(value, timeZone))
  const [amount, unit] =
    days < 7
      ? ([days, 'day'] as const)
      : days < 30
        ? ([Math.floor(days / 7), 'week'] as const)
        : days < 365
          ? ([Math.floor(days / 30), 'month'] as const)
          : ([Math.floor(days / 365), 'year'] as const)
  return ago(amount, unit)
}

/** A relative time: in minutes within the last hour, in hours on the same day, else as `formatDaysAgo`. */
export function formatTimeAgo(value: Date, now: Date, timeZone: string): string {
  const minutes = Math.floor((now.getTime() - value.getTime()) / 60_000)
  if (minutes < 1) return ago(0, 'second')
  if (minutes < 60) return ago(minutes, 'minute')
  if (dayOf(now, timeZone) === dayOf(value, timeZone)) return ago(Math.floor(minutes / 60), 'hour')
  return formatDaysAgo(value, now, timeZone)
}

/** A future relative date in the visitor's time zone: today, tomorrow, in 30 days. */
export const formatDaysAhead = (value: Date, now: Date, timeZone: string): string =>
  ago(dayOf(now, timeZone) - dayOf(value, timeZone), 'day')

const ago = (amount: number, unit: Intl.RelativeTimeFormatUnit): string =>
  cached('ago', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }), Intl.RelativeTimeFormat).format(
    -amount,
    unit,
  )
