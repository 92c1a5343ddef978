import { expect, test } from 'vitest'
import type { Letter } from '../reminder.schema.ts'
import { quartersOf, sheetsOf } from './letter-sheets.ts'

const book = (title: string) => ({
  loanId: '',
  title,
  author: '',
  number: '1',
  state: '',
  isLost: false,
  price: '',
})
const letter = (name: string, group: string, kind: Letter['kind'], books = 1): Letter => ({
  borrowerId: name,
  kind,
  language: 'fr',
  direction: 'ltr',
  day: '',
  name,
  group,
  mark: '',
  card: '',
  books: Array.from({ length: books }, () => book('Soundjata')),
  words: {
    heading: '',
    addressee: '',
    greeting: '',
    request: '',
    book: '',
    number: '',
    state: '',
    price: '',
    note: '',
    regards: '',
    library: '',
  },
})
const shown = (letters: Letter[]) =>
  sheetsOf(letters).map((sheet) =>
    sheet.kind === 'letter' ? sheet.letter.name : sheet.slips.map((slip) => slip.letter.name).join('+'),
  )

test('Four slips are a page, no page is of two classes, and letters stand behind the slips of their class', () => {
  expect(
    shown([
      letter('a', '6A', 'slip'),
      letter('b', '6A', 'letter'),
      letter('c', '6A', 'slip'),
      letter('d', '6A', 'slip'),
      letter('e', '6A', 'slip'),
      letter('f', '6A', 'slip'),
      letter('g', '6B', 'slip'),
    ]),
  ).toEqual(['a+c+d+e', 'f', 'b', 'g'])
})

test('A slip of many books takes more of a page, a whole one at most', () => {
  expect([1, 4, 5, 14, 15, 25, 90].map((count) => quartersOf(letter('a', '', 'slip', count)))).toEqual([
    1, 1, 2, 2, 3, 4, 4,
  ])
  expect(
    quartersOf({
      books: Array.from({ length: 3 }, () => book('A title that is longer than one line of a slip has room')),
    }),
  ).toBe(2)
  expect(shown([letter('a', '', 'slip', 9), letter('b', '', 'slip', 30), letter('c', '', 'slip')])).toEqual([
    'a',
    'b',
    'c',
  ])
})
