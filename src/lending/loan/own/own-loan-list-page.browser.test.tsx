import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { keepFocus } from '#base/lib/form/keep-focus.ts'
import { renderPage } from '#test/render-page.tsx'
import { cancelOwnHold, renewOwnLoan } from './own-loan.data.ts'
import { OwnLoanListPage } from './own-loan-list-page.tsx'

const bookOf = (at: number, title: string) => ({
  id: `01a1fc5f-3ab8-711d-bde4-965ef5d2891${at}`,
  title,
  author: 'J. R. R. Tolkien',
  publisher: '',
  cover: null,
  genre: null,
})
const OWN = {
  owed: [
    {
      id: 'owed',
      lostAt: new Date('2001-11-12T08:00:00Z'),
      copy: { id: 'c', number: '3' },
      book: bookOf(4, 'Kusadikika'),
    },
  ],
  loans: [
    { id: 'late', number: '1', dueOn: '2001-12-09', isLate: true, renewal: 'used', book: bookOf(1, 'Roverandom') },
    { id: 'loan', number: '2', dueOn: '2999-12-09', isLate: false, renewal: 'possible', book: bookOf(2, 'The Hobbit') },
  ],
  holds: [{ id: 'hold', place: 1, readyUntil: '2999-12-10', book: bookOf(3, 'Mr. Bliss') }],
}

const read = vi.hoisted(() => vi.fn())
const lostSince = vi.hoisted(() => vi.fn())
vi.mock('#base/ui/state/use-connection-lost.ts', () => ({ useConnectionLost: lostSince }))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))
vi.mock('./own-loan.data.ts', () => ({
  OWN_LOANS_KEY: ['own-loan'],
  ownLoansQuery: { queryKey: ['own-loan'], queryFn: read, retry: false },
  renewOwnLoan: vi.fn(() => Promise.resolve()),
  reserveBook: vi.fn(),
  cancelOwnHold: vi.fn(() => Promise.resolve()),
  restoreOwnHold: vi.fn(),
}))

beforeEach(() => {
  read.mockImplementation(() => Promise.resolve(OWN))
  lostSince.mockReturnValue(undefined)
})
const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })

test('The own books say when they are due, late ones first, and are renewed', async () => {
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={null} />)
  await expect.element(row('Roverandom').getByText(m.own_late({ day: formatDay('2001-12-09') }))).toBeVisible()
  await expect.element(row('Roverandom').getByText(m.own_used())).toBeVisible()
  await expect.element(row('Mr. Bliss').getByText(m.own_ready({ day: formatDay('2999-12-10') }))).toBeVisible()
  await expect
    .element(row('Mr. Bliss').getByRole('button'))
    .toHaveAccessibleName(m.own_cancel_of({ title: 'Mr. Bliss' }))
  await userEvent.click(row('The Hobbit').getByRole('button'))
  await expect.element(page.getByText(m.own_renewed(), { exact: true })).toBeVisible()
  expect(renewOwnLoan).toHaveBeenLastCalledWith({ data: 'loan' })
})

test('What is owed is said, and since when', async () => {
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={null} />)
  await expect.element(page.getByRole('heading', { name: m.own_owes({ count: 1, shown: '1' }) })).toBeVisible()
  await expect.element(row('Kusadikika').getByText(m.own_lost_on({ day: formatDay('2001-11-12') }))).toBeVisible()
})

test('Without books there is a way to some', async () => {
  read.mockResolvedValueOnce({ owed: [], loans: [], holds: [] })
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={null} />)
  await expect.element(page.getByRole('link', { name: m.own_find() })).toHaveAttribute('href', '/app/books')
})

test('An account without a card says what to do', async () => {
  read.mockResolvedValueOnce(null)
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={null} />)
  await expect.element(page.getByText(m.own_unlinked_text())).toBeVisible()
})

test('What could not be loaded is asked for again, and what was refused without script is said', async () => {
  read.mockRejectedValueOnce(localError('NETWORK'))
  const error = { ...localError('FORBIDDEN').toJSON(), message: 'Renewed as often as allowed' }
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={{ values: {}, error }} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Renewed as often as allowed')
  await expect.element(page.getByText(m.own_failed())).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.common_try_again() }))
  await expect.element(page.getByRole('link', { name: 'The Hobbit' })).toBeVisible()
})

test('Without a connection it says when this was known, and has no buttons', async () => {
  lostSince.mockReturnValue(new Date())
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={null} />)
  await expect.element(page.getByRole('link', { name: 'The Hobbit' })).toBeVisible()
  await expect.element(page.getByText(new RegExp(m.own_known_page({ when: '.*' })))).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('A keyboard goes on in the row whose button is gone, and in the list whose row is', async () => {
  keepFocus()
  await renderPage(<OwnLoanListPage timeZone="UTC" sent={null} />)
  const press = async (title: string, next: object) => {
    const button = row(title).getByRole('button')
    await expect.element(button).toBeVisible()
    button.element().focus()
    read.mockImplementation(() => Promise.resolve(next))
    await userEvent.keyboard('{Enter}')
  }
  const renewed = { ...OWN, loans: OWN.loans.map((loan) => ({ ...loan, renewal: 'early' })) }
  await press('The Hobbit', renewed)
  await expect.element(row('The Hobbit')).toHaveFocus()
  const other = { ...OWN.holds[0], id: 'other', book: bookOf(5, 'Farmer Giles') }
  await press('Mr. Bliss', { ...renewed, holds: [other] })
  expect(cancelOwnHold).toHaveBeenLastCalledWith({ data: 'hold' })
  await expect.element(page.getByRole('list').filter({ hasText: 'Farmer Giles' })).toHaveFocus()
})
