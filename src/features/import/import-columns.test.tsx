import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImportColumns } from './page/import-columns.tsx'

test.each([
  ['marcxml', ['title']],
  ['csv', ['title', 'genre', 'id']],
] as const)('Of %s these columns can be chosen, also where they are empty: %j', (kind, choices) => {
  const html = renderToStaticMarkup(
    <ImportColumns
      item={{
        shape: { kind },
        fields: ['title', 'genre', 'id'],
        header: ['title', 'genre', 'id'],
        examples: [['Nedjma'], [], []],
        columns: { title: 0, genre: 1, id: 2 },
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
          leftOut: [],
          genres: {},
        },
        filled: [1, 0, 0],
        rows: 1,
        isListOfPeople: false,
      }}
      onChange={() => undefined}
    />,
  )
  const [, ofTitle = ''] = html.split('<select')
  expect([...ofTitle.matchAll(/<option[^>]*value="\d"[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(choices)
  expect(html.split('<select')).toHaveLength(kind === 'csv' ? 4 : 3)
})
