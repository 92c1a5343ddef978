import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#errors/app-error.ts'
import { formatDay } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { createCopies, updateCopy } from '../copy.data.ts'
import { BookCopies } from './book-copies.tsx'

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
vi.mock('#features/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000, useUndoLast: () => () => undefined }))
vi.mock('#features/settings/settings.data.ts', () => ({ useIsLending: () => isLending.now }))
vi.mock('#ui/use-refresh.ts', () => ({ useRefresh: () => () => Promise.resolve() }))
vi.mock('#features/loan/loan.data.ts', () => ({
  loansOfBookQuery: () => ({
    queryKey: ['loans'],
    queryFn: () => ({ items: [{ copyId: COPIES[1]?.id, borrower: 'Neema Wanjiru', group: '5A', daysLate: 0 }] }),
  }),
  holdsOfBookQuery: () => ({
    queryKey: ['holds'],
    queryFn: () => ({ items: [{ copyId: null, borrower: 'Fatuma Ali', group: '6B' }] }),
  }),
}))
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
  await expect.element(row('10003112').getByText('Neema Wanjiru, 5A')).toBeVisible()
  await expect.element(row('10003113').getByText(m.copy_lost())).toBeVisible()
  await expect.element(page.getByText(m.copy_free({ free: '1', all: '3' }))).toBeVisible()
  await expect.element(page.getByText(m.copy_waiting({ names: 'Fatuma Ali, 6B' }))).toBeVisible()
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
