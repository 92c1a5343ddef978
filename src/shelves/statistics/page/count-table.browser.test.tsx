import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { yearWord } from '../statistics-words.ts'
import { CountTable } from './count-table.tsx'
import { MonthChart } from './month-chart.tsx'
import { StatisticsFigures } from './statistics-figures.tsx'

const YEARS = { year: '2026-2027', yearBefore: '2025-2026' }
const ROWS = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  name: `Class ${index + 1}`,
  loans: 1200 - 100 * index,
  before: index,
  readers: 3,
}))

test('Rows beyond the first are shown by one press; bars and tables have the same numbers', async () => {
  await renderPage(<CountTable {...YEARS} title="Loans by class" rows={ROWS} isTables={false} />)
  await expect.element(page.getByRole('row', { name: 'Class 1 1,200 0' })).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Class 12', exact: true })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: m.statistics_all({ count: '12' }) }))
  await expect.element(page.getByRole('row', { name: 'Class 12 100 11' })).toBeVisible()
})

test('Beside long titles on a phone each year stands on one line', async () => {
  await page.viewport(360, 700)
  const name = 'Where Good Ideas Come From: The Natural History of Innovation'
  await renderPage(
    <CountTable {...YEARS} title="Most lent" rows={[{ id: '1', name, loans: 4, before: 0 }]} isTables={false} />,
  )
  for (const year of [YEARS.year, YEARS.yearBefore].map(yearWord)) {
    const { height } = page.getByText(year, { exact: true }).element().getBoundingClientRect()
    expect(height).toBeLessThan(30)
  }
  await page.viewport(1280, 900)
})

test('Borrowers stand in the table', async () => {
  await renderPage(<CountTable {...YEARS} title="Loans by class" rows={ROWS} isTables />)
  await expect.element(page.getByRole('row', { name: 'Class 2 1,100 1 3' })).toBeVisible()
})

test('What the bars of months show is a table for who does not see them', async () => {
  const months = [{ month: '2026-09', loans: 144, before: 115, readers: 18, readersBefore: 12 }]
  await renderPage(<MonthChart {...YEARS} months={months} isTables={false} />)
  await expect.element(page.getByRole('row', { name: 'September 2026 144 115 18 12' })).toBeInTheDocument()
})

test('A library without loans and copies has figures', async () => {
  const none = { loans: 0, before: 0 }
  await renderPage(
    <StatisticsFigures
      statistics={{
        ...YEARS,
        ...none,
        kind: 'school_year',
        years: [],
        until: null,
        inSets: none,
        readers: { count: 0, before: 0, borrowers: 0 },
        copies: { count: 0, before: 0 },
        months: [],
        classes: [],
        genres: [],
        languages: [],
        places: [],
        books: [],
        unlent: { years: 2, count: 0, copies: 0, first: [] },
        future: 0,
      }}
    />,
  )
  await expect.element(page.getByText('0.00')).toBeVisible()
  await expect.element(page.getByText(m.statistics_of_all({ count: '0', all: '0' }))).toBeVisible()
})
