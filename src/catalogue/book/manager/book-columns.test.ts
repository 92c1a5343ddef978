import { expect, test } from 'vitest'
import { columnFacts, columnHeads, columnsText, gridOf, readColumns, writeColumns } from './book-columns.ts'

const BOOK = {
  id: '01a1fc5f-3ab8-711d-bde4-965ef5d28919',
  title: 'Nedjma',
  author: 'Kateb Yacine',
  cover: null,
  publisher: 'Seuil',
  genre: null,
  year: 1996,
  language: 'fr',
  isbn: ['9782020289276', '9780306406157'],
  subjects: ['Algérie', 'الجزائر'],
  copies: { free: 1, total: 2 },
  createdAt: new Date('2026-03-12T22:30:00Z'),
}

test.each([
  [undefined, ['genreId', 'publisher', 'changed']],
  ['', []],
  ['changed,year,shelfMark', ['year', 'shelfMark', 'changed']],
  ['copies,year', ['year', 'copies']],
  ['year,year,constructor,toString,<script>', ['year']],
  ['changed,added,subjects,edition,pages,series,isbn', ['isbn', 'series', 'pages', 'edition', 'subjects', 'added']],
])('An address with columns %j shows %j', (text, columns) => {
  expect(readColumns(text, true)).toEqual(columns)
})

test('Copies are a column of a library that lends', () => {
  expect(readColumns('copies,year', false)).toEqual(['year'])
})

test.each([
  [['genreId', 'publisher', 'changed'], undefined],
  [['changed', 'publisher', 'genreId'], undefined],
  [[], ''],
  [['shelfMark', 'year'], 'year,shelfMark'],
] as const)('Columns %j are written as %j', (columns, text) => {
  expect(writeColumns(columns)).toBe(text)
})

test('A column says what a book says, and nothing where it does not', () => {
  const facts = columnFacts(['year', 'language', 'isbn', 'subjects', 'shelfMark', 'copies', 'added'], 'Africa/Nairobi')
  expect(facts.map(({ label, text }) => [label, text(BOOK)])).toEqual([
    ['Year', '1996'],
    ['Language', 'French'],
    ['ISBN', '9782020289276, 9780306406157'],
    ['Subjects', 'Algérie, الجزائر'],
    ['Shelf mark', ''],
    ['Copies', '1 of 2 copies'],
    ['Added', '13 March 2026'],
  ])
})

test('Each column has its head and its part of the grid; some sort the list', () => {
  const columns = readColumns('year,language', true)
  expect(String(gridOf(columns, true)['--columns']).split(' ')).toHaveLength(5)
  expect(gridOf(columns, false)['--selection']).toBe('0rem')
  const many = gridOf(readColumns('genreId,publisher,year,language,isbn,changed', true), true)
  expect(String(many['--narrow-columns']).split(' ')).toHaveLength(6)
  expect(columnHeads(columns).slice(1)).toEqual([
    { sorts: [{ label: 'Year', ascending: 'year-asc', descending: 'year', first: 'descending' }], className: '' },
    { label: 'Language', className: '' },
  ])
  expect(columnsText('year,language')).toBe('Columns: Title, Year, Language')
})
