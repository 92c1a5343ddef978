import { expect, test } from 'vitest'
import { scaleOf } from './dashboard-scale.ts'

test.each<[string, number[], number]>([
  ['months of daily work end at the highest', [12, 30, 18, 24], 30],
  ['one import does not flatten the rest', [12, 30, 18, 10_917], 45],
  ['nor one that goes on into the next month', [12, 30, 6000, 4000], 45],
  ['nor a small one after a large one', [20, 30, 900, 10_000], 45],
  ['a single month is whole', [0, 0, 0, 10_917], 10_917],
  ['nothing has a scale too', [0, 0], 1],
  ['steady growth is not cut', [1, 3, 9, 27], 27],
])('%s', (_, values, scale) => {
  expect(scaleOf(values)).toBe(scale)
})
