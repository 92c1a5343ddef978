import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { PastLoans } from './borrower-past-loans.tsx'

const LOAN = {
  id: '01a1fc5f-3ab8-7c11-8c2d-9e0f1a2b3c4d',
  number: '10003118',
  bookId: '01a1fc5f-3ab8-7d11-8c2d-9e0f1a2b3c4d',
  title: 'Nedjma',
  lentAt: new Date('2026-01-02T08:00:00Z'),
  returnedAt: new Date('2026-01-20T08:00:00Z'),
  dueOn: '2026-01-16',
  lostAt: null,
  settledAs: null,
  daysLate: 4,
}
const DELETED = { ...LOAN, id: '01a1fc5f-3ab8-7c11-8c2d-000000000000', title: null, bookId: null, daysLate: 0 }

const fetchPast = vi.hoisted(() => vi.fn())
vi.mock('#lending/loan/loan.data.ts', () => ({
  pastLoansQuery: () => ({
    queryKey: ['past'],
    queryFn: fetchPast,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  }),
}))

beforeEach(() => fetchPast.mockReset())

const rows = page.getByRole('main').getByRole('listitem')

test('Past loans are asked for by a press, and page by page', async () => {
  fetchPast.mockResolvedValueOnce({ items: [LOAN], nextCursor: LOAN.id, total: 2 })
  fetchPast.mockResolvedValueOnce({ items: [DELETED], nextCursor: null, total: 2 })
  await renderPage(<PastLoans borrowerId="1" timeZone="UTC" />)
  await expect.element(page.getByText(m.borrower_past_text())).toBeVisible()
  expect(fetchPast).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: m.borrower_past_show() }))
  await expect.element(page.getByRole('heading', { name: m.borrower_past() })).toHaveFocus()
  await expect.poll(() => rows.first().element().textContent).toContain(m.desk_days_late({ count: 4, shown: '4' }))
  await userEvent.click(page.getByRole('button', { name: m.list_load_more() }))
  await expect.poll(() => rows.nth(1).element().textContent).toContain('10003118')
  expect(fetchPast).toHaveBeenCalledTimes(2)
})

test('It is said that no past loans are remembered', async () => {
  fetchPast.mockResolvedValueOnce({ items: [], nextCursor: null, total: 0 })
  await renderPage(<PastLoans borrowerId="1" timeZone="UTC" />)
  await userEvent.click(page.getByRole('button', { name: m.borrower_past_show() }))
  await expect.element(page.getByText(m.borrower_past_none())).toBeVisible()
})

test('A lost one says how it was settled', async () => {
  const lost = { ...LOAN, returnedAt: null, lostAt: new Date('2026-01-20T08:00:00Z'), settledAs: 'paid' }
  fetchPast.mockResolvedValueOnce({ items: [lost], nextCursor: null, total: 1 })
  await renderPage(<PastLoans borrowerId="1" timeZone="UTC" />)
  await userEvent.click(page.getByRole('button', { name: m.borrower_past_show() }))
  const days = { lent: formatDay('2026-01-02'), lost: formatDay('2026-01-20'), settled: m.settled_paid() }
  await expect.poll(() => rows.first().element().textContent).toContain(m.borrower_past_lost(days))
})
