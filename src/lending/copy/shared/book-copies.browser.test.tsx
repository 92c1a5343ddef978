import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { formatDay } from '#base/i18n/format.ts'
import { borrowerText } from '#lending/desk/shared/borrower-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { cancelHold, placeHold, restoreHold } from '#lending/loan/loan.data.ts'
import { createCopies, updateCopy } from '../copy.data.ts'
import { BookCopies } from './book-copies.tsx'
import { FreeCopiesBadge } from './free-copies-badge.tsx'

const BOOK = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
const copyOf = (at: number, more: object = {}) => ({
  id: `01a1fc5f-3ab8-711d-bde4-965ef5d2892${at}`,
  bookId: BOOK,
  number: `1000311${at}`,
  location: 'Main room',
  condition: 'ok',
  note: '',
  acquiredOn: null,
  lastSeenAt: null,
  dueOn: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...more,
})
const COPIES = [copyOf(1), copyOf(2, { dueOn: '2999-12-09' }), copyOf(3, { condition: 'lost' })]

const isLending = vi.hoisted(() => ({ now: true }))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000, useUndoLast: () => () => undefined }))
vi.mock('#kit/installation/installation.data.ts', () => ({ useIsLending: () => isLending.now }))
vi.mock('#base/ui/use-refresh.ts', () => ({ useRefresh: () => () => Promise.resolve() }))
vi.mock('#lending/loan/loan.data.ts', () => ({
  loansOfBookQuery: () => ({
    queryKey: ['loans'],
    queryFn: () => ({ items: [{ copyId: COPIES[1]?.id, borrower: 'Neema Wanjiru', group: '5A', daysLate: 0 }] }),
  }),
  holdsOfBookQuery: () => ({
    queryKey: ['holds'],
    queryFn: () => ({
      items: [
        {
          id: 'hold',
          copyId: null,
          borrowerId: BOOK,
          borrower: 'Fatuma Ali',
          group: '6B',
          placedAt: new Date(0),
          readyUntil: null,
        },
      ],
    }),
  }),
  owedOfBookQuery: () => ({
    queryKey: ['owed'],
    queryFn: () => ({ items: [{ copyId: COPIES[2]?.id, borrower: 'Awa Sarr', group: '5A' }] }),
  }),
  placeHold: vi.fn(),
  cancelHold: vi.fn(() => Promise.resolve()),
  restoreHold: vi.fn(() => Promise.resolve()),
}))
vi.mock('#lending/borrower/borrower.data.ts', () => ({
  borrowersQuery: ({ searchTerm }: { searchTerm: string }) => ({
    queryKey: ['borrowers', searchTerm],
    queryFn: () => ({
      items: [{ id: 'awa', name: 'Awa Sarr', groupName: '5A', card: '20000019', schoolNumber: 'S-1' }],
    }),
    initialPageParam: '',
    getNextPageParam: () => null,
  }),
}))
vi.mock('#catalogue/book/book.data.ts', () => ({ booksQuery: vi.fn() }))
vi.mock('../copy.data.ts', () => ({
  copiesOfBookQuery: () => ({ queryKey: ['copies'], queryFn: () => COPIES }),
  createCopies: vi.fn(() => Promise.resolve({ added: 1 })),
  updateCopy: vi.fn(() => Promise.resolve()),
  removeCopy: vi.fn(),
}))

beforeEach(() => {
  isLending.now = true
  vi.clearAllMocks()
})
const row = (number: string) => page.getByRole('row').filter({ hasText: number })

test('The copies of a book say where they are, who has one, and who waits', async () => {
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await expect.element(row('10003111').getByText(m.copy_on_shelf())).toBeVisible()
  await expect.element(row('10003112').getByText(m.copy_lent_until({ day: formatDay('2999-12-09') }))).toBeVisible()
  await expect.element(row('10003112').getByText(borrowerText('Neema Wanjiru', '5A'))).toBeVisible()
  await expect.element(page.getByText('Fatuma Ali')).toBeVisible()
})

test('A lost copy is said to be lost, and by whom it is owed', async () => {
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await expect.element(row('10003113').getByText(m.copy_lost(), { exact: true })).toBeVisible()
  await expect
    .element(row('10003113').getByText(m.copy_owed_by({ person: borrowerText('Awa Sarr', '5A') })))
    .toBeVisible()
})

test('Beside the title stands how many are on the shelf, without the lost one', async () => {
  await renderPage(<FreeCopiesBadge id={BOOK} />)
  await expect.element(page.getByText(m.copy_free({ free: '1', all: '2' }))).toBeVisible()
})

test('A copy on loan that is lost asks who owes it', async () => {
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await userEvent.click(row('10003112').getByRole('button'))
  const owes = page.getByLabelText(m.copy_owes())
  await expect.element(owes).not.toBeInTheDocument()
  await userEvent.selectOptions(page.getByLabelText(m.copy_condition()), m.copy_lost())
  await expect
    .element(owes.getByText(m.copy_owed_by({ person: borrowerText('Neema Wanjiru', '5A') })))
    .toBeInTheDocument()
  await userEvent.selectOptions(owes, m.copy_owes_nobody())
  await userEvent.click(page.getByRole('button', { name: m.noun_save() }))
  const data = expect.objectContaining({ id: COPIES[1]?.id, condition: 'lost', owes: 'nobody' })
  await vi.waitFor(() => expect(updateCopy).toHaveBeenLastCalledWith({ data }))
})

test('A lost copy that is owed says what another state means for who owes it', async () => {
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await userEvent.click(row('10003113').getByRole('button'))
  const condition = page.getByLabelText(m.copy_condition())
  await userEvent.selectOptions(condition, m.copy_ok())
  await expect.element(page.getByText(m.copy_back_settles({ person: borrowerText('Awa Sarr', '5A') }))).toBeVisible()
  await userEvent.selectOptions(condition, m.copy_withdrawn())
  await expect.element(page.getByText(m.copy_still_owed({ person: borrowerText('Awa Sarr', '5A') }))).toBeVisible()
})

test('A borrower is found by typing, by keyboard alone, and reserves the book', async () => {
  vi.mocked(placeHold).mockResolvedValueOnce({ readyUntil: '2999-12-05', borrower: 'Awa Sarr' } as never)
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await userEvent.click(page.getByRole('button', { name: m.own_reserve(), exact: true }))
  const dialog = page.getByRole('dialog')
  await userEvent.click(dialog.getByRole('button', { name: m.own_reserve() }))
  await expect.element(dialog.getByText(m.hold_choose())).toBeVisible()
  await userEvent.fill(dialog.getByLabelText(m.hold_borrower()), 'awa')
  await expect.element(dialog.getByRole('option', { name: /Awa Sarr/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(dialog.getByLabelText(m.hold_borrower())).toHaveValue('Awa Sarr')
  await userEvent.keyboard('{Enter}')
  const aside = m.desk_notice_put_aside({ person: 'Awa Sarr', day: formatDay('2999-12-05') })
  await expect.element(page.getByText(aside)).toBeVisible()
  expect(placeHold).toHaveBeenLastCalledWith({ data: { bookId: BOOK, borrowerId: 'awa' } })
})

test('A reservation is cancelled, and the slip is taken back', async () => {
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await userEvent.click(page.getByRole('button', { name: m.own_cancel_of({ title: 'Fatuma Ali' }) }))
  const toast = page.getByRole('listitem').filter({ hasText: m.own_cancelled() })
  await userEvent.click(toast.getByRole('button', { name: m.books_undo() }))
  await vi.waitFor(() => expect(restoreHold).toHaveBeenLastCalledWith({ data: 'hold' }))
  expect(vi.mocked(cancelHold).mock.calls).toEqual([[{ data: 'hold' }]])
})

test('Several are added at once, and a number that is used is said at its field', async () => {
  const fields = { number: { key: 'number_taken' } } as const
  vi.mocked(createCopies).mockRejectedValueOnce(
    new AppError({ code: 'NUMBER_TAKEN', status: 409, message: 'Taken', fields }),
  )
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await userEvent.click(page.getByRole('button', { name: m.copy_new() }))
  await userEvent.fill(page.getByLabelText(m.copy_number()), 'SET-1')
  await userEvent.fill(page.getByLabelText(m.copy_how_many()), '30')
  const save = page.getByRole('button', { name: m.noun_save() })
  await userEvent.click(save)
  await expect.element(page.getByText(m.lending_number_taken())).toBeVisible()
  await userEvent.click(save)
  await expect.element(page.getByText(m.copy_saved())).toBeVisible()
  expect(createCopies).toHaveBeenLastCalledWith({
    data: expect.objectContaining({ bookId: BOOK, number: 'SET-1', count: 30, condition: 'ok' }),
  })
})

test('One is changed in its version', async () => {
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await userEvent.click(row('10003111').getByRole('button'))
  await userEvent.selectOptions(page.getByLabelText(m.copy_condition()), m.copy_withdrawn())
  await userEvent.click(page.getByRole('button', { name: m.noun_save() }))
  const data = expect.objectContaining({ id: COPIES[0]?.id, version: 1, condition: 'withdrawn' })
  await vi.waitFor(() => expect(updateCopy).toHaveBeenLastCalledWith({ data }))
})

test('There is nothing of it while the library does not lend', async () => {
  isLending.now = false
  await renderPage(<BookCopies id={BOOK} timeZone="UTC" />)
  await expect.element(page.getByText(m.copy_list())).not.toBeInTheDocument()
})
