import { expect, test } from 'vitest'
import { readPages, readYear } from './read-number.ts'

test.each([
  ['[1987]', 1987],
  ['c2003', 2003],
  ['impr. 1999', 1999],
  ['١٩٩٨', 1998],
  ['12/05/2004', 2004],
  ['1419 [1998 or 1999]', 1998],
  ['2546 [2003]', 2003],
  ['1419هـ', undefined],
  ['1998م', 1998],
  ['1492', 1492],
  ['19--', undefined],
  ['n.d.', undefined],
  ['0', undefined],
  ['99999', undefined],
  ['2012.0', 2012],
  ['', undefined],
])('%s is the year %s', (text, year) => expect(readYear(text)).toBe(year))

test.each([
  ['310', 310],
  ['xii, 310 p. : ill. ; 24 cm', 310],
  ['310, [12] p.', 310],
  ['1 vol. (244 p.)', 244],
  ['٢٤٤ ص.', 244],
  ['kurasa 120', undefined],
  ['120 kurasa', 120],
  ['2 v.', undefined],
  ['1 sound disc', undefined],
  ['', undefined],
])('%s is %s pages', (text, pages) => expect(readPages(text)).toBe(pages))
