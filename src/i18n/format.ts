import { getLocale } from './locale.ts'

type Formatter = Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat

const formatters = new Map<string, Formatter>()

// Creating an Intl formatter takes some 30 µs, using one 1 µs, so each is cached by language.
function cached<T extends Formatter>(key: string, make: (locale: string) => T, kind: new (...a: never[]) => T): T {
  const locale = getLocale()
  const existing = formatters.get(`${locale} ${key}`)
  if (existing instanceof kind) return existing
  const formatter = make(locale)
  formatters.set(`${locale} ${key}`, formatter)
  return formatter
}

/** A whole number in the page's language: 12,408 or 12 408. */
export const formatNumber = (value: number): string =>
  cached('number', (locale) => new Intl.NumberFormat(locale), Intl.NumberFormat).format(value)

/** A day in the page's language and the visitor's time zone: 12 March 2026. */
export const formatDate = (value: Date, timeZone: string): string =>
  cached(
    `date ${timeZone}`,
    (locale) => new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone }),
    Intl.DateTimeFormat,
  ).format(value)

/** A day given as 2026-03-12, in the page's language: 12 March 2026. */
export const formatDay = (day: string): string => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')

/** Day and time, shorter: 12 Mar 2026, 14:05. */
export const formatDateTime = (value: Date, timeZone: string): string =>
  cached(
    `time ${timeZone}`,
    (locale) =>
      new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone,
      }),
    Intl.DateTimeFormat,
  ).format(value)

const DAY = 86_400_000

/** Days since the epoch in a time zone. */
const dayOf = (value: Date, timeZone: string): number =>
  Math.floor(
    Date.parse(
      // Swedish dates have the format of ISO 8601.
      new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(value),
    ) / DAY,
  )

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
