import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { OwnLoansPanel } from './own-loans-panel.tsx'
import { OwnNews, OwnNewsMark } from './own-news.tsx'

const NOTHING = { owed: [], loans: [], holds: [] }
const MUCH = {
  owed: [{ id: 'owed' }],
  loans: [
    { id: 'late', isLate: true },
    { id: 'loan', isLate: false },
  ],
  holds: [
    { id: 'ready', readyUntil: '2999-12-10' },
    { id: 'waits', readyUntil: null },
  ],
}

const state = vi.hoisted(() => ({ isLending: true, own: null as object | null }))
const read = vi.hoisted(() => vi.fn())
const lostSince = vi.hoisted(() => vi.fn())
vi.mock('#base/ui/state/use-connection-lost.ts', () => ({ useConnectionLost: lostSince }))
vi.mock('#kit/installation/installation.data.ts', () => ({
  installationQuery: { queryKey: ['installation'] },
  useIsLending: () => state.isLending,
}))
vi.mock('../own/own-loan.data.ts', () => ({ ownLoansQuery: { queryKey: ['own-loan'], queryFn: read } }))

beforeEach(() => {
  state.isLending = true
  lostSince.mockReturnValue(undefined)
  read.mockImplementation(() => Promise.resolve(state.own))
})

const words = () => [
  m.own_owes({ count: 1, shown: '1' }),
  m.own_late_count({ count: 1, shown: '1' }),
  m.own_ready_count({ count: 1, shown: '1' }),
]
const show = (own: object | null) => {
  state.own = own
  return renderPage(
    <>
      <OwnNews />
      <nav>
        <OwnNewsMark to="/app/loans" />
      </nav>
    </>,
  )
}

test('What is owed, late and ready stands at the top of the home page and leads to it; the tab says it too', async () => {
  await show(MUCH)
  const line = page.getByRole('link', { name: m.own_title(), exact: false })
  await expect.element(line).toHaveAttribute('href', '/app/loans')
  for (const word of words()) {
    await expect.element(line.getByText(word)).toBeVisible()
    await expect.element(page.getByRole('navigation').getByText(word, { exact: false })).toBeInTheDocument()
  }
})

test.each([
  ['without a borrower', null],
  ['without anything late or ready', { ...NOTHING, loans: [{ id: 'loan', isLate: false }] }],
])('Nothing is said %s', async (_, own) => {
  await show(own)
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  await expect.element(page.getByRole('navigation')).toBeEmptyDOMElement()
})

test('A library that does not lend is not asked', async () => {
  state.isLending = false
  await show(MUCH)
  await expect.element(page.getByRole('navigation')).toBeEmptyDOMElement()
  expect(read).not.toHaveBeenCalled()
})

test('The account says the same beside the number of books', async () => {
  state.own = MUCH
  await renderPage(<OwnLoansPanel />)
  for (const word of [m.own_loan_count({ count: 2, shown: '2' }), ...words()])
    await expect.element(page.getByText(word, { exact: false })).toBeVisible()
})

test('Without a connection both say of which day it is', async () => {
  state.own = MUCH
  lostSince.mockReturnValue(new Date())
  await renderPage(
    <>
      <OwnNews />
      <OwnLoansPanel />
    </>,
  )
  const today = formatDay(new Date().toISOString().slice(0, 10))
  await expect.element(page.getByRole('link', { name: `${today}:`, exact: false })).toBeVisible()
  await expect.element(page.getByRole('paragraph').getByText(`${today}:`, { exact: false })).toBeVisible()
})
