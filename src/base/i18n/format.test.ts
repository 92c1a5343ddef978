import { expect, test } from 'vitest'
import { formatDaysAgo, formatTimeAgo } from './format.ts'
import { withLocale } from './request-locale.server.ts'

const NOW = new Date('2026-11-21T06:00:00Z')
const ago = (time: string, timeZone = 'UTC') => formatDaysAgo(new Date(time), NOW, timeZone)

test.each([
  ['2026-11-21T05:59:00Z', 'today'],
  ['2026-11-20T23:59:00Z', 'yesterday'],
  ['2026-11-19T00:00:00Z', '2 days ago'],
  ['2026-11-15T00:00:00Z', '6 days ago'],
  ['2026-11-14T00:00:00Z', 'last week'],
  ['2026-10-23T00:00:00Z', '4 weeks ago'],
  ['2026-10-22T00:00:00Z', 'last month'],
  ['2025-12-01T00:00:00Z', '11 months ago'],
  ['2025-11-21T00:00:00Z', 'last year'],
])('%s is %s', (time, text) => {
  expect(ago(time)).toBe(text)
})

test('a clock that is ahead makes nothing of the future', () => {
  expect(ago('2026-11-23T00:00:00Z')).toBe('today')
})

test('a day ends at midnight where the visitor is', () => {
  expect(ago('2026-11-20T22:00:00Z', 'Africa/Nairobi')).toBe('today')
  expect(ago('2026-11-20T20:00:00Z', 'Africa/Nairobi')).toBe('yesterday')
  expect(ago('2026-11-21T01:00:00Z', 'America/New_York')).toBe('yesterday')
})

test.each([
  ['fr', 'avant-hier'],
  ['ar', 'أول أمس'],
  ['sw', 'juzi'],
] as const)('in %s two days ago is %s', (locale, text) => {
  withLocale(locale, () => expect(ago('2026-11-19T00:00:00Z')).toBe(text))
})

test.each([
  ['2026-11-21T06:00:30Z', 'now'],
  ['2026-11-21T05:59:30Z', 'now'],
  ['2026-11-21T05:59:00Z', '1 minute ago'],
  ['2026-11-21T05:00:01Z', '59 minutes ago'],
  ['2026-11-21T05:00:00Z', '1 hour ago'],
  ['2026-11-21T00:10:00Z', '5 hours ago'],
  ['2026-11-20T23:59:00Z', 'yesterday'],
  ['2026-11-14T00:00:00Z', 'last week'],
])('to the minute, %s is %s', (time, text) => {
  expect(formatTimeAgo(new Date(time), NOW, 'UTC')).toBe(text)
})
