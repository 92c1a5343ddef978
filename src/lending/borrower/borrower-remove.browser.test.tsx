import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { BorrowerRemove } from './borrower-remove.tsx'
import { removeBorrower } from './borrower.data.ts'
import type { Borrower } from './borrower.schema.ts'
import { restoreDeletedBorrowers } from './trash/borrower-trash.data.ts'

const NEEMA: Borrower = {
  id: '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d',
  name: 'Neema Wanjiru',
  groupId: null,
  card: '20004176',
  schoolNumber: '',
  email: '',
  language: null,
  expiresOn: null,
  note: '',
  blockedNote: '',
  cardPrintedOn: null,
  userId: null,
  groupName: null,
  openLoans: 0,
  owes: 0,
  version: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

vi.mock('./borrower.data.ts', () => ({ removeBorrower: vi.fn() }))
vi.mock('./trash/borrower-trash.data.ts', () => ({
  deletedBorrowerQuery: () => ({ queryKey: ['deleted'], queryFn: () => null }),
  restoreDeletedBorrowers: vi.fn(),
  eraseDeletedBorrowers: vi.fn(),
  emptyBorrowerTrash: vi.fn(),
  borrowerTrashQuery: vi.fn(),
  borrowerTrashTotalQuery: vi.fn(),
}))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 8000 }))
beforeEach(() => vi.clearAllMocks())

const question = page.getByRole('alertdialog')
const ask = async () => {
  const address = await renderPage(<BorrowerRemove borrower={NEEMA} />)
  await userEvent.click(page.getByRole('button', { name: m.trash_move() }))
  await expect.element(question).toHaveAccessibleName(m.borrower_trash_ask_title({ name: isolated(NEEMA.name) }))
  // Neither answer is given by Enter alone.
  await expect.element(question.getByRole('button', { name: m.common_cancel() })).toHaveFocus()
  return address
}

test('To the trash is the first answer, and can be undone where it happened', async () => {
  vi.mocked(removeBorrower).mockResolvedValue(undefined)
  vi.mocked(restoreDeletedBorrowers).mockResolvedValue({ restored: [NEEMA.id], collided: [], gone: [] })
  const address = await ask()
  await userEvent.click(question.getByRole('button', { name: m.trash_move() }))
  expect(removeBorrower).toHaveBeenCalledWith({ data: { id: NEEMA.id, version: 3, forGood: false } })
  await expect.element(page.getByText(m.borrower_trashed({ name: isolated(NEEMA.name) }))).toBeVisible()
  expect(address()).toBe('/manager/borrowers')
  await userEvent.click(page.getByRole('button', { name: m.trash_undo() }))
  expect(restoreDeletedBorrowers).toHaveBeenCalledWith({ data: { ids: [NEEMA.id] } })
  await expect.element(page.getByText(m.borrower_trash_restored({ count: 1, shown: '1' }))).toBeVisible()
})

test('To erase is the second answer, of which no undo is offered', async () => {
  vi.mocked(removeBorrower).mockResolvedValue(undefined)
  await ask()
  await userEvent.click(question.getByRole('button', { name: m.borrower_erase_now() }))
  expect(removeBorrower).toHaveBeenCalledWith({ data: { id: NEEMA.id, version: 3, forGood: true } })
  await expect.element(page.getByText(m.borrower_erased({ name: isolated(NEEMA.name) }))).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.trash_undo() })).not.toBeInTheDocument()
})

test('Who has books stays, and it is said which', async () => {
  const message = m.error_BORROWER_HAS_THESE({ books: 'Nedjma (16 Jan)' })
  vi.mocked(removeBorrower).mockRejectedValue(new AppError({ code: 'BORROWER_HAS_LOANS', status: 409, message }))
  const address = await ask()
  await userEvent.click(question.getByRole('button', { name: m.trash_move() }))
  await expect.element(page.getByText(m.borrower_remove_failed())).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
  expect(address()).toBe('/')
})

test('Who is gone already is said to be', async () => {
  vi.mocked(removeBorrower).mockRejectedValue(new AppError({ code: 'NOT_FOUND', status: 404, message: 'gone' }))
  const address = await ask()
  await userEvent.click(question.getByRole('button', { name: m.trash_move() }))
  await expect.element(page.getByText(m.borrower_gone())).toBeVisible()
  expect(address()).toBe('/manager/borrowers')
})
