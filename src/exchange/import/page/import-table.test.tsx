import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { progressOf } from './import-progress.ts'
import { ImportTable } from './import-table.tsx'
import type { Import, ImportRow } from '../import.schema.ts'

const choices = {
  genreId: 'n',
  addsGenres: true,
  changesBooks: true,
  fillsOnly: false,
  editions: 'add' as const,
  editionRows: {},
  addsSimilar: true,
  turnsNames: false,
  addsSums: false,
  addsHeadings: false,
  addsHidden: false,
  leftOut: [],
  forReaders: [],
  genres: {},
}
const item = {
  fields: ['title', 'author', 'genre', 'publisher', 'id'],
  columns: { title: 0, publisher: 3 },
  choices,
  rows: 3,
} as const
const NOVEL = 'n'
const genreOf = (id: string | null) => (id === NOVEL ? 'Novel' : undefined)

const aRow = (row: Partial<ImportRow>): ImportRow => ({
  at: 0,
  row: 2,
  result: 'created',
  values: {},
  isRead: true,
  genre: null,
  reason: null,
  notes: [],
  before: null,
  book: null,
  similar: null,
  isEdition: false,
  isKept: false,
  ...row,
})

const markupOf = (row: Partial<ImportRow>, state: Import['state'], onChoose?: () => void): string =>
  renderToStaticMarkup(
    <ImportTable
      item={{ ...item, state, fields: [...item.fields] }}
      rows={[aRow(row)]}
      genreOf={genreOf}
      onChoose={onChoose}
    />,
  )

/** The cells of a row as text, without the labels that a phone shows. */
const cellsOf = (row: Partial<ImportRow>, state: Import['state'] = 'waiting'): string[] =>
  markupOf(row, state)
    .split('role="cell"')
    .slice(1)
    .map((html) => html.replace(/^[^>]*>/, '').replaceAll(/<[^>]*>?/g, ''))

test('A changed row says what was there before, also of its genre', () => {
  const cells = cellsOf({
    row: 1200,
    result: 'updated',
    values: { title: 'Utengano', author: 'Said', publisher: 'Longman Kenya' },
    genre: 'Drama',
    before: { publisher: '', genreId: NOVEL },
  })
  expect(cells).toEqual([
    'Row 1,200',
    'Changed',
    'UtenganoSaid',
    'Genre: Novel → Drama',
    'Publisher: nothing → Longman Kenya',
    '',
  ])
})

test('A row that could not be read shows its cells as they stand in the file', () => {
  const columns = { title: 0, year: 1, language: 2, copyAcquired: 3 }
  const values = { year: '19--', language: 'Français', copyAcquired: '15.3.2023' }
  const row = aRow({ result: 'refused', isRead: false, values })
  const markup = renderToStaticMarkup(
    <ImportTable
      item={{ ...item, state: 'waiting', fields: Object.keys(columns), columns }}
      onChoose={undefined}
      rows={[row]}
      genreOf={genreOf}
    />,
  )
  for (const cell of Object.values(values)) expect(markup).toContain(cell)
})

test('A new row without a genre gets the one that was chosen; a refused one says why', () => {
  expect(cellsOf({ values: { title: 'Nedjma' } })).toEqual([
    'Row 2',
    'New',
    'Nedjma',
    'Genre: Novel',
    'Publisher: ',
    '',
  ])
  const refused = cellsOf({
    result: 'refused',
    values: { author: 'Laye', genre: 'Roman' },
    reason: { kind: 'field', field: 'title', problem: { key: 'title_required' } },
  })
  expect(refused).toEqual(['Row 2', 'Refused', 'LayeTitle is required', 'Genre: Roman', 'Publisher: ', ''])
})

test('A row with a copy says so, and whose values count; a row that is no book, or hidden, is not said to be refused', () => {
  const copyOf = (differences?: { field: string; before: string; after: string }[]) =>
    cellsOf({ result: 'unchanged', reason: { kind: 'further-copy', row: 2, differences }, notes: ['next-number'] })
  const note = 'A copy without a label gets the next number'
  expect(copyOf().slice(1, 3)).toEqual(['Further copy', `A copy of the book of row 2${note}`])
  expect(copyOf([{ field: 'year', before: '2001', after: '' }])[2]).toBe(
    `A copy of the book of row 2, whose values count: Year: 2001 / –${note}`,
  )
  const refused = (kind: 'heading' | 'header-again' | 'hidden') => cellsOf({ result: 'refused', reason: { kind } })
  expect(refused('heading').slice(1, 3)).toEqual(['No book?', 'A heading rather than a book'])
  expect(refused('header-again').slice(1, 3)).toEqual(['No book?', 'The names of the columns again'])
  expect(refused('hidden').slice(1, 3)).toEqual(['Hidden', 'Hidden in the workbook'])
})

test('An undo counts the rows that it takes back, also of an import that was not finished', () => {
  const counts = { rows: 100, created: 30, updated: 10, unchanged: 0, refused: 0 }
  expect(
    progressOf({ ...counts, state: 'running', isLookingUp: false, isUndoing: false, processed: 40 }),
  ).toMatchObject({
    done: 40,
    total: 100,
    share: 0.4,
  })
  expect(progressOf({ ...counts, state: 'running', isLookingUp: false, isUndoing: true, processed: 10 })).toMatchObject(
    {
      done: 30,
      total: 40,
      share: 0.75,
      text: '30 of 40 rows',
    },
  )
})

test('A row of an undone import is not said to be added, unless its book was kept', () => {
  const badgeOf = (row: Partial<ImportRow>) => cellsOf(row, 'undone')[1]
  expect([badgeOf({ result: 'created' }), badgeOf({ result: 'updated' })]).toEqual(['Taken back', 'Taken back'])
  expect([badgeOf({ isKept: true }), badgeOf({ result: 'unchanged' })]).toEqual(['Kept', 'The same'])
})

test('What becomes of another edition can be chosen before the start, unless it is here already', () => {
  const choiceOf = (row: Partial<ImportRow>, onChoose?: () => void) =>
    /<select aria-label="([^"]*)"/.exec(markupOf({ isEdition: true, ...row }, 'waiting', onChoose))?.[1]
  const choose = () => undefined
  expect(choiceOf({}, choose)).toBe('Row 2 is another edition')
  expect(choiceOf({ result: 'refused', reason: { kind: 'edition' } }, choose)).toBe('Row 2 is another edition')
  expect(choiceOf({ result: 'unchanged', reason: { kind: 'further-isbn' } }, choose)).toBe('Row 2 is another edition')
  expect([choiceOf({ result: 'unchanged' }, choose), choiceOf({})]).toEqual([undefined, undefined])
})
