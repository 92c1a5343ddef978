import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renewLoan } from '#lending/desk/shared/renew-loan.data.ts'
import { cancelHold, loseLoan, restoreHold, settleLoan, unsettleLoan } from '#lending/loan/loan.data.ts'
import { formatDay } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { HeldBooks } from './borrower-holds.tsx'
import { OpenLoans } from './borrower-loans.tsx'
import { OwedBooks } from './borrower-owed.tsx'

const BOOK = {
  id: '01a1fc5f-3ab8-711d-bde4-965ef5d28911',
  title: 'Kusadikika',
  author: 'Shaaban Robert',
  publisher: '',
  cover: null,
  genre: null,
}
const COPY = { id: '01a1fc5f-3ab8-711d-bde4-965ef5d28912', number: '10000953' }
const LOAN = { id: 'loan', copy: COPY, dueOn: '2999-12-07', daysLate: 0, book: BOOK }
const AWA = { id: 'awa', name: 'Awa Sarr' }

const undoLast = vi.hoisted(() => vi.fn(() => undefined))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000, useUndoLast: () => undoLast }))
vi.mock('#lending/desk/shared/renew-loan.data.ts', () => ({ renewLoan: vi.fn() }))
vi.mock('#lending/loan/loan.data.ts', () => ({
  loseLoan: vi.fn(() => Promise.resolve()),
  settleLoan: vi.fn(() => Promise.resolve()),
  unsettleLoan: vi.fn(() => Promise.resolve()),
  cancelHold: vi.fn(() => Promise.resolve()),
  restoreHold: vi.fn(() => Promise.resolve()),
}))

beforeEach(() => vi.clearAllMocks())

const showLoans = () => renderPage(<OpenLoans borrower={AWA} lending={{ loans: [LOAN], booksAtATime: 3 }} />)
const answer = (more: object) =>
  vi.mocked(renewLoan).mockResolvedValueOnce({ renewed: [], unchanged: [], refused: [], ...more } as never)
const renew = () => userEvent.click(page.getByRole('button', { name: m.desk_renew_of({ title: BOOK.title }) }))

test('A book on loan leads to its page, says when it is due, and is renewed', async () => {
  answer({ renewed: [{ loanId: 'loan', dueOn: '2999-12-21' }] })
  await showLoans()
  await expect
    .element(page.getByRole('link', { name: BOOK.title }))
    .toHaveAttribute('href', `/manager/books/${BOOK.id}`)
  await expect.element(page.getByText(m.borrower_due({ day: formatDay('2999-12-07') }))).toBeVisible()
  await renew()
  await expect.element(page.getByText(m.borrower_renewed({ day: formatDay('2999-12-21') }))).toBeVisible()
})

test('A book that is late says since when', async () => {
  const late = { ...LOAN, dueOn: '2020-02-03', daysLate: 40 }
  await renderPage(<OpenLoans borrower={AWA} lending={{ loans: [late], booksAtATime: 3 }} />)
  await expect.element(page.getByText(formatDay('2020-02-03'), { exact: false })).toBeVisible()
})

test('A renewal that makes nothing longer says so', async () => {
  answer({ unchanged: [{ loanId: 'loan', dueOn: '2999-12-07' }] })
  await showLoans()
  await renew()
  await expect.element(page.getByText(m.borrower_not_later({ day: formatDay('2999-12-07') }))).toBeVisible()
})

test('A renewal that is refused says why, and is done all the same where it may be', async () => {
  const stop = { canGoOn: true, person: null, count: 2, day: null, note: null }
  answer({ refused: [{ loanId: 'loan', notices: [{ ...stop, code: 'renewals' }] }] })
  await showLoans()
  await renew()
  await expect.element(page.getByText(m.desk_notice_renewals())).toBeVisible()
  answer({ renewed: [{ loanId: 'loan', dueOn: '2999-12-21' }] })
  await userEvent.click(page.getByRole('button', { name: m.desk_go_on() }))
  await expect.element(page.getByText(m.borrower_renewed({ day: formatDay('2999-12-21') }))).toBeVisible()
  expect(renewLoan).toHaveBeenLastCalledWith({ data: { borrowerId: 'awa', loanId: 'loan', accepted: ['renewals'] } })
})

test('Who is blocked has no way on', async () => {
  const stop = { canGoOn: false, person: null, count: null, day: null, note: 'Lost two' }
  answer({ refused: [{ loanId: 'loan', notices: [{ ...stop, code: 'blocked' }] }] })
  await showLoans()
  await renew()
  await expect.element(page.getByText(m.desk_notice_blocked({ note: 'Lost two' }))).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.desk_go_on() })).not.toBeInTheDocument()
})

test('A book is said to be lost after a question, which can be taken back', async () => {
  await showLoans()
  await userEvent.click(page.getByRole('button', { name: m.borrower_lost_of({ title: BOOK.title }) }))
  await userEvent.click(page.getByRole('button', { name: m.copy_owed_by({ person: isolated(AWA.name) }) }))
  await expect.element(page.getByText(m.borrower_lost_done())).toBeVisible()
  expect(loseLoan).toHaveBeenLastCalledWith({ data: { id: 'loan', owes: 'borrower' } })
  expect(undoLast).toHaveBeenLastCalledWith(COPY.id)
})

test('What is owed is settled by a press, and a wrong one is taken back', async () => {
  const lostAt = new Date('2026-11-12T08:00:00Z')
  await renderPage(<OwedBooks owed={[{ id: 'loan', lostAt, copy: COPY, book: BOOK }]} timeZone="UTC" />)
  await expect
    .element(page.getByRole('heading', { name: m.borrower_owes_title({ count: 1, shown: '1' }) }))
    .toBeVisible()
  await expect.element(page.getByText(m.borrower_lost_on({ day: formatDay('2026-11-12') }))).toBeVisible()
  await userEvent.click(
    page.getByRole('button', { name: m.settle_of({ title: BOOK.title, settled: m.settle_paid() }) }),
  )
  expect(settleLoan).toHaveBeenLastCalledWith({ data: { id: 'loan', as: 'paid' } })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  await vi.waitFor(() => expect(unsettleLoan).toHaveBeenLastCalledWith({ data: 'loan' }))
})

test('A reservation says how far it is, and is cancelled and taken back', async () => {
  const hold = { id: 'hold', place: 1, readyUntil: null, backOn: '2999-12-09', book: BOOK }
  await renderPage(<HeldBooks holds={[hold]} />)
  await expect.element(page.getByText(m.own_back_on({ day: formatDay('2999-12-09') }), { exact: false })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.own_cancel_of({ title: BOOK.title }) }))
  expect(cancelHold).toHaveBeenLastCalledWith({ data: 'hold' })
  const toast = page.getByRole('listitem').filter({ hasText: m.own_cancelled() })
  await userEvent.click(toast.getByRole('button', { name: m.books_undo() }))
  await vi.waitFor(() => expect(restoreHold).toHaveBeenLastCalledWith({ data: 'hold' }))
})
