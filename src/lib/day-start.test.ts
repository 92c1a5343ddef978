import { expect, test } from 'vitest'
import { dayAfter, dayStart } from './day-start.ts'

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
