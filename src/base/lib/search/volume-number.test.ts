import { expect, test } from 'vitest'
import { searchWords } from './fold-words.ts'
import { inDigits, numberWords, volumePattern } from './volume-number.ts'

test.each([
  ['harry potter 3', { 3: ['#3', 'iii'] }],
  ['harry potter book 3', { book: ['#3'], 3: ['#3', 'iii'] }],
  ['potter iii', { iii: ['#3', '3'] }],
  ['kitabu cha 2 mfalme', { kitabu: ['#2'], cha: ['#2'], 2: ['#2', 'ii'] }],
  ['CBA ABRWء 2', { ABRWء: ['#2'], 2: ['#2', 'ii'] }],
  // Nothing but numbers, signs and words for them stays what it is.
  ['1984', {}],
  ['3', {}],
  ['11 22 63', {}],
  ['book 2', {}],
  ['#', {}],
  ['harry potter #3', {}],
  ['year 1984', {}],
  ['i claudius', {}],
])('in %j numbers may also be written as %j', (folded, expected) => {
  expect(Object.fromEntries(numberWords(folded))).toEqual(expected)
})

test.each([
  ['harry potter 3', ' harry potter and the prisoner of azkaban harry potter #3', true],
  ['harry potter book 3', ' prisoner harry potter #3', true],
  ['harry potter #3', ' prisoner harry potter #3', true],
  ['harry potter iii', ' prisoner harry potter #3', true],
  ['walking dead 1', ' walking dead vol 01 days gone bye', true],
  ['discworld 1', ' color of magic discworld #1 rincewind #1', true],
  ['discworld 1', ' small gods discworld #13', false],
  ['hunger games 1', ' boxset hunger games #1 3', false],
  ['divergent 1', ' free four divergent #1 5', false],
  ['c++ 2', ' primer c ++ #2', false],
  ['c ++ 2', ' primer c ++ #2', true],
])('%j is the volume %j: %j', (folded, title, isVolume) => {
  expect(new RegExp(volumePattern(folded) ?? '').test(title)).toBe(isVolume)
})

test.each(['3', '11 22 63', 'harry potter', '1984', 'year 1984', '#'])('%j names no volume', (folded) => {
  expect(volumePattern(folded)).toBeUndefined()
})

test.each([
  ['harry potter three', 'harry potter 3'],
  ['divergent book one', 'divergent book 1'],
  ['harry potter tome deux', 'harry potter tome 2'],
  ['kitabu cha pili', 'kitabu cha 2'],
  ['مدن الملح الجزء الثاني', 'مدن الملح الجزء 2'],
  ['two towers', 'two towers'],
  ['three', 'three'],
])('a number written out at the end of %j is %j', (search, expected) => {
  expect(inDigits(searchWords(search)).join(' ')).toBe(searchWords(expected).join(' '))
})
