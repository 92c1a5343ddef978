import { expect, test } from 'vitest'
import { partsOfTitle, searchOfSeries } from './book-title.ts'

test.each([
  ['The Hobbit', 'The Hobbit', ''],
  ["10th Anniversary (Women's Murder Club, #10)", '10th Anniversary', "Women's Murder Club, #10"],
  ['Night Watch (Discworld, #29; City Watch, #6) ', 'Night Watch', 'Discworld, #29; City Watch, #6'],
  ['Alpha (Beta) Gamma (Delta (2nd), #1)', 'Alpha (Beta) Gamma', 'Delta (2nd), #1'],
  ['(Not) a series', '(Not) a series', ''],
  ['(All in brackets)', '(All in brackets)', ''],
  ['Nothing inside ()', 'Nothing inside ()', ''],
  ['Closed twice (one))', 'Closed twice (one))', ''],
  ['الأيام (الجزء الأول)', 'الأيام', 'الجزء الأول'],
  ['', '', ''],
])('%s', (title, main, series) => {
  expect(partsOfTitle(title)).toEqual({ main, series })
})

test.each([
  ['Harry Potter, #3', { series: 'Harry Potter' }],
  ['Discworld, #29; City Watch, #6', { series: 'Discworld' }],
  ['Harry Potter #1-7', { series: 'Harry Potter' }],
  ['Bleach, Vol. 3', { searchTerm: 'Bleach, Vol.' }],
  ['Apollo 13, #2', { searchTerm: 'Apollo' }],
  ['2nd edition', undefined],
  ['Illustrated', undefined],
  ['', undefined],
])('the series in %j is found by %j', (series, search) => expect(searchOfSeries(series)).toEqual(search))
