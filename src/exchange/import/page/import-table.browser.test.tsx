import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DEFAULT_CHOICES } from '../import-choices.schema.ts'
import { ImportTable } from './import-table.tsx'
import type { ImportRow } from '../import.schema.ts'

const row: ImportRow = {
  at: 0,
  row: 4,
  result: 'created',
  values: {
    title: 'Une si longue lettre',
    author: 'Mariama Bâ',
    isbn: ['9782842612894'],
    year: 2001,
    language: 'fr',
    shelfMark: 'RBA',
    details: [{ name: 'Donateur', value: 'Ambassade de France' }],
    copies: 3,
    copyNumber: ['0005001', '0005002', '0005003'],
    copyPlace: ['Salle de lecture'],
    copyNote: ['couverture abîmée'],
    summary: 'A long summary. '.repeat(40),
  },
  isRead: true,
  genre: null,
  reason: null,
  notes: [],
  before: null,
  book: null,
  similar: null,
  isEdition: false,
  isKept: false,
}

test('A row with ten further fields is a few lines high, and has no column of genres where there are none', async () => {
  await page.viewport(1280, 900)
  const fields = Object.keys(row.values)
  const columns = Object.fromEntries(fields.map((field, index) => [field, index]))
  await render(
    <div style={{ width: 970 }}>
      <ImportTable
        item={{ state: 'waiting', fields, columns, choices: DEFAULT_CHOICES, rows: 1 }}
        rows={[row]}
        genreOf={() => undefined}
        onChoose={undefined}
      />
    </div>,
  )
  const shown = page.getByRole('row').nth(1)
  await expect.element(shown).toBeVisible()
  expect(shown.element().getBoundingClientRect().height).toBeLessThan(180)
  await expect.element(page.getByRole('columnheader', { name: 'Genre' })).not.toBeInTheDocument()
})
