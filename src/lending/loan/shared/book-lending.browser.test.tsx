import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { formatDay } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { cancelOwnHold, renewOwnLoan, reserveBook, restoreOwnHold } from '../own/own-loan.data.ts'
import { BookLending } from './book-lending.tsx'

const BOOK = { id: '01a1fc5f-3ab8-711d-bde4-965ef5d28919', title: 'The Hobbit', shelfMark: 'F TOL' }
const day = formatDay('2999-12-09')
const LOAN = { id: 'loan', number: '10003128', dueOn: '2999-12-09', isLate: false, renewal: 'possible' }
const HERE = {
  total: 3,
  free: 2,
  places: ['Main room'],
  isOnLoan: true,
  backOn: '2999-12-09',
  isAside: false,
  waiting: 0,
  own: null,
}
const AWAY = { ...HERE, free: 0, waiting: 2 }
const own = (more: object) => ({ loans: [], hold: null, reserving: 'none', ...more })

const state = vi.hoisted(() => ({ isLending: true, answer: {} as object, mine: null as object | null }))
const lostSince = vi.hoisted(() => vi.fn())
vi.mock('#kit/installation/installation.data.ts', () => ({
  installationQuery: { queryKey: ['installation'] },
  useIsLending: () => state.isLending,
}))
vi.mock('#base/ui/state/use-connection-lost.ts', () => ({ useConnectionLost: lostSince }))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))
vi.mock('../own/own-loan.data.ts', () => ({
  OWN_LOANS_KEY: ['own-loan'],
  bookLendingQuery: () => ({ queryKey: ['own-loan', 'ofBook'], queryFn: () => state.answer, retry: false }),
  // As the frame has asked for it.
  ownLoansQuery: { queryKey: ['own-loan', 'list'], initialData: () => state.mine },
  renewOwnLoan: vi.fn(() => Promise.resolve()),
  reserveBook: vi.fn(() => Promise.resolve()),
  cancelOwnHold: vi.fn(() => Promise.resolve()),
  restoreOwnHold: vi.fn(() => Promise.resolve()),
}))

const show = async (answer: object) => {
  state.answer = answer
  await renderPage(<BookLending book={BOOK} timeZone="UTC" />)
}
const copies = (free: number) => m.own_copies({ free: String(free), count: 3, shown: '3' })

beforeEach(() => {
  state.isLending = true
  state.mine = null
  lostSince.mockReturnValue(undefined)
  vi.clearAllMocks()
})

test('A book on the shelf says where, and how many', async () => {
  await show(HERE)
  await expect.element(page.getByText(m.own_on_shelf())).toBeVisible()
  for (const fact of ['F TOL', m.own_place({ place: isolated('Main room') }), copies(2)])
    await expect.element(page.getByText(fact)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test.each([
  [AWAY, m.own_back_on({ day })],
  [{ ...AWAY, backOn: null }, m.own_on_loan()],
  [{ ...AWAY, backOn: null, isOnLoan: false, isAside: true }, m.own_aside()],
  [{ ...AWAY, backOn: null, isOnLoan: false }, m.own_reference()],
])('One that is not says why: %#', async (answer, sentence) => {
  await show(answer)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByText(m.own_waiting({ count: 2, shown: '2' }))).toBeVisible()
})

test('An own loan is renewed once by a double press', async () => {
  await show({ ...AWAY, own: own({ loans: [LOAN] }) })
  await expect.element(page.getByText(m.own_yours_until({ day }))).toBeVisible()
  const answered = Promise.withResolvers<undefined>()
  vi.mocked(renewOwnLoan).mockReturnValueOnce(answered.promise)
  await userEvent.dblClick(page.getByRole('button', { name: m.own_renew_of({ title: BOOK.title }) }))
  answered.resolve(undefined)
  await expect.element(page.getByText(m.own_renewed(), { exact: true })).toBeVisible()
  expect(vi.mocked(renewOwnLoan).mock.calls).toEqual([[{ data: 'loan' }]])
})

test.each([
  ['used', m.own_used()],
  ['reserved', m.own_reserved_by()],
])('One that cannot be renewed says why: %s', async (renewal, sentence) => {
  await show({ ...AWAY, own: own({ loans: [{ ...LOAN, renewal, isLate: true }] }) })
  await expect.element(page.getByText(m.own_late({ day }))).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('A book is reserved, and a refusal is said in words', async () => {
  const message = 'A copy is on the shelf'
  vi.mocked(reserveBook).mockRejectedValueOnce(new AppError({ code: 'BOOK_ON_SHELF', status: 409, message }))
  await show({ ...AWAY, own: own({ reserving: 'possible' }) })
  const button = page.getByRole('button', { name: m.own_reserve_of({ title: BOOK.title }) })
  await userEvent.click(button)
  await expect.element(page.getByText(m.own_not_reserved())).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
  state.answer = { ...AWAY, own: own({ hold: { id: 'hold', place: 3, readyUntil: null } }) }
  await userEvent.click(button)
  await expect.element(page.getByText(m.own_place({ place: 3 }))).toBeVisible()
  expect(reserveBook).toHaveBeenLastCalledWith({ data: BOOK.id })
})

test.each([
  ['is blocked', own({ reserving: 'blocked' }), m.error_NOTHING_LENT()],
  ['has reserved enough', own({ reserving: 'limit' }), m.error_HOLD_LIMIT()],
  ['is not linked', null, m.own_reserve_unlinked()],
])('Who %s is told why a book cannot be reserved, before any press', async (_, mine, sentence) => {
  await show({ ...AWAY, own: mine })
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('What is ready says until when, and is cancelled', async () => {
  await show({ ...AWAY, own: own({ hold: { id: 'hold', place: 1, readyUntil: '2999-12-09' } }) })
  await expect.element(page.getByText(m.own_ready({ day }))).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.own_cancel_of({ title: BOOK.title }) }))
  await expect.element(page.getByText(m.own_cancelled())).toBeVisible()
  expect(cancelOwnHold).toHaveBeenLastCalledWith({ data: 'hold' })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  await expect.element(page.getByText(m.undo_done())).toBeVisible()
  expect(restoreOwnHold).toHaveBeenLastCalledWith({ data: 'hold' })
})

test('Without a connection it says what was so and when, without buttons', async () => {
  lostSince.mockReturnValue(new Date())
  await show({ ...HERE, own: own({ loans: [LOAN] }) })
  const today = formatDay(new Date().toISOString().slice(0, 10))
  await expect.element(page.getByText(m.own_known({ day: today, state: m.own_on_shelf() }))).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test.each([
  ['a loan', own({ loans: [LOAN] }), m.own_yours_until({ day })],
  ['what is put aside', own({ hold: { id: 'hold', place: 1, readyUntil: '2999-12-09' } }), m.own_ready({ day })],
])('Of the only copy a reader hears their own state alone: %s', async (_, mine, sentence) => {
  await show({ ...AWAY, total: 1, isAside: true, own: mine })
  await expect.element(page.getByText(sentence)).toBeVisible()
  for (const other of [m.own_back_on({ day }), m.own_aside()])
    await expect.element(page.getByText(other)).not.toBeInTheDocument()
})

test('Mine comes first, and what else stands on the shelf after it', async () => {
  await show({ ...HERE, own: own({ loans: [LOAN] }) })
  const [mine, others] = [page.getByText(m.own_yours_until({ day })), page.getByText(m.own_on_shelf())]
  await expect.element(mine).toBeVisible()
  expect(mine.element().compareDocumentPosition(others.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('Opened without a connection it says what is known of the own loan, and when', async () => {
  lostSince.mockReturnValue(new Date())
  const other = { ...LOAN, id: 'other', dueOn: '2999-12-31', book: { id: 'other' } }
  state.mine = { owed: [], loans: [{ ...LOAN, book: { id: BOOK.id } }, other], holds: [] }
  state.answer = Promise.reject(new Error('fetch'))
  await renderPage(<BookLending book={BOOK} timeZone="UTC" />)
  const today = formatDay(new Date().toISOString().slice(0, 10))
  await expect.element(page.getByText(m.own_known({ day: today, state: m.own_yours_until({ day }) }))).toBeVisible()
  await expect.element(page.getByText(formatDay('2999-12-31'), { exact: false })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('A book without copies, or in a library that does not lend, says nothing', async () => {
  await show({ ...HERE, total: 0, free: 0 })
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement()
  state.isLending = false
  await expect.element(page.getByText(m.own_on_shelf())).not.toBeInTheDocument()
})
