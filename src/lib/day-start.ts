const DAY = 86_400_000

/** Milliseconds that the clocks of a time zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  // Swedish dates have the format of ISO 8601.
  const local = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at)
  return Date.parse(`${local.replace(' ', 'T')}Z`) - at
}

/** The moment at which a day such as 2026-03-12 begins in a time zone. */
export function dayStart(day: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // The offset of a nearby moment first: clocks may change within the hours between.
  const near = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(near, timeZone))
}

/** The day after one such as 2026-03-12. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
