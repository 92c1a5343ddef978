import { expect, test } from 'vitest'
import { formatCountdown } from './duration.ts'

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [59, '0:59'],
  [60, '1:00'],
  [272, '4:32'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3872, '1:04:32'],
  [86_400, '24:00:00'],
])('%i seconds are %s on a clock', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})
