import { expect, test } from 'vitest'
import { localTime } from './day-start.ts'
import { isTimeZone } from './time-zone.ts'
import { timeZoneNames } from './time-zone-names.ts'

test('zones have their names of today, and each is one that Node knows', () => {
  const names = timeZoneNames()
  for (const name of [
    'Africa/Asmara',
    'Africa/Nairobi',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Yangon',
    'Europe/Kyiv',
  ])
    expect(names).toContain(name)
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const listed = new Set(Intl.supportedValuesOf('timeZone'))
  const at = Date.parse('2026-07-01T00:00:00Z')
  // A new name that Node does not list has the time of a zone that it does.
  const times = new Set([...listed].map((name) => localTime(at, name)))
  expect(names.filter((name) => name !== 'UTC' && !listed.has(name) && !times.has(localTime(at, name)))).toEqual([])
})
