const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** A moment in a time zone as 2026-03-12 08:15:00, which spreadsheets read in every language. */
export function localTime(at: Date | number, timeZone: string): string {
  // Swedish dates have the format of ISO 8601. Cached, since making a format takes longer than using it.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  // Bounded, since the name comes from the client; there are some 600 zones.
  if (formats.size < 2000) formats.set(timeZone, format)
  return format.format(at)
}

/** The day in a time zone, as 2026-03-12. */
export const isoDay = (at: Date | number, timeZone: string): string => localTime(at, timeZone).slice(0, 10)

/** Milliseconds that the clocks of a time zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  return Date.parse(`${localTime(at, timeZone).replace(' ', 'T')}Z`) - at
}

/**
 * The moment at which a day such as 2026-03-12 begins in a time zone: its first, where clocks change at midnight, and that at which
 * the day after begins, where a zone has left the day out.
 */
export function dayStart(day: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Midnight by the offsets of a day before and after: clocks may change between.
  const moments = [-DAY, 0, DAY].map((away) => utc - offsetAt(utc + away, timeZone))
  const begins = (at: number) => isoDay(at, timeZone) >= day && isoDay(at - 1, timeZone) < day
  return new Date(moments.toSorted((one, other) => one - other).find(begins) ?? utc - offsetAt(utc, timeZone))
}

/** The day after one such as 2026-03-12, or so many days after it. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
