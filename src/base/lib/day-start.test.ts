import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter, dayStart, isoDay } from './day-start.ts'

test.each([
  ['2026-03-12', 'UTC', '2026-03-12T00:00:00.000Z'],
  ['2026-03-12', 'Africa/Nairobi', '2026-03-11T21:00:00.000Z'],
  ['2026-03-12', 'America/New_York', '2026-03-12T04:00:00.000Z'],
  // The days on which the clocks of Paris change, and those after.
  ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Paris', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Paris', '2026-10-25T23:00:00.000Z'],
  ['2026-06-01', 'Pacific/Kiritimati', '2026-05-31T10:00:00.000Z'],
  ['1970-01-01', 'Asia/Kathmandu', '1969-12-31T18:30:00.000Z'],
  // Clocks go from 0:00 to 1:00, and back from 24:00 to 23:00.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
  // A day that there was not.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, at) => {
  expect(dayStart(day, timeZone).toISOString()).toBe(at)
})

test.each([
  ['2026-02-28', '2026-03-01'],
  ['2028-02-28', '2028-02-29'],
  ['2026-12-31', '2027-01-01'],
])('After %s comes %s', (day, next) => {
  expect(dayAfter(day)).toBe(next)
})

test('A day begins at the first moment that is of it, in every zone', () => {
  const STEP = 15 * 60_000
  /** The same by looking: the first quarter of an hour of the day, then its first millisecond. */
  const firstMoment = (day: string, timeZone: string): number => {
    let to = Date.parse(`${day}T00:00:00Z`) - 26 * 3_600_000
    while (isoDay(to, timeZone) < day) to += STEP
    let from = to - STEP
    while (to - from > 1) {
      const middle = Math.floor((from + to) / 2)
      if (isoDay(middle, timeZone) < day) from = middle
      else to = middle
    }
    return to
  }
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const days = fc.integer({ min: 0, max: 25_900 }).map((at) => dayAfter('1970-01-02', at))
  fc.assert(
    fc.property(zones, days, (timeZone, day) => {
      expect(dayStart(day, timeZone).getTime()).toBe(firstMoment(day, timeZone))
    }),
    { numRuns: 3000 },
  )
})
