import { expect, test } from 'vitest'
import { numberSeries } from './number-series.ts'

test.each([
  ['MAN-001', 3, ['MAN-001', 'MAN-002', 'MAN-003']],
  ['MAN-099', 2, ['MAN-099', 'MAN-100']],
  ['9', 2, ['9', '10']],
  ['2024-7B12', 2, ['2024-7B12', '2024-7B13']],
  // With the check digit of each.
  ['10000014', 3, ['10000014', '10000021', '10000038']],
  // Maktaba gives no such number: its last digit is no check digit of the others.
  ['10000015', 2, ['10000015', '10000016']],
  ['MAN', 1, ['MAN']],
])('%s counts on for %i copies', (first, count, expected) => {
  expect(numberSeries(first, count)).toEqual(expected)
})

test('What ends with no digit cannot be counted on', () => {
  expect(numberSeries('MAN-A', 2)).toBeUndefined()
  expect(numberSeries('', 2)).toBeUndefined()
})
