import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImportColumns } from './page/import-columns.tsx'

type Shown = Parameters<typeof ImportColumns>[0]['item']

const markup = (item: Partial<Shown>) =>
  renderToStaticMarkup(
    <ImportColumns
      item={{
        shape: { kind: 'csv' },
        fields: ['title', 'genre', 'id'],
        header: ['title', 'genre', 'id'],
        examples: [['Nedjma'], [], []],
        columns: { title: 0, genre: 1, id: 2 },
        further: {},
        choices: {
          genreId: null,
          addsGenres: true,
          changesBooks: true,
          fillsOnly: false,
          editions: 'add',
          editionRows: {},
          addsSimilar: true,
          turnsNames: false,
          addsSums: false,
          addsHeadings: false,
          addsHidden: false,
          leftOut: [],
          forReaders: [],
          genres: {},
        },
        filled: [1, 0, 0],
        rows: 1,
        isListOfPeople: false,
        ...item,
      }}
      onChange={() => undefined}
    />,
  )

test.each([
  ['marcxml', ['title']],
  ['csv', ['title', 'genre', 'id']],
] as const)('Of %s these columns can be chosen, also where they are empty: %j', (kind, choices) => {
  const html = markup({ shape: { kind } })
  const [, ofTitle = ''] = html.split('<select')
  expect([...ofTitle.matchAll(/<option[^>]*value="\d"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(choices)
  expect(html.split('<select')).toHaveLength(kind === 'csv' ? 4 : 3)
})

test('A column that fills a field beside the chosen one says so', () => {
  const html = markup({ header: ['title', 'Subtitle'], columns: { title: 0 }, further: { title: [1] }, filled: [1, 1] })
  expect(html).toContain('Also read as: Title')
})
