import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { BorrowerAccount } from './borrower-account.tsx'
import { createUser } from '#people/user/user.data.ts'
import { linkBorrower } from './borrower.data.ts'
import type { Borrower } from './borrower.schema.ts'

const USER = '0199a000-0000-7000-8000-000000000001'
const OTIENO: Borrower = {
  id: '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d',
  name: 'Baraka Otieno',
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
  owes: 0,
  openLoans: 0,
  version: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

vi.mock('./borrower.data.ts', () => ({ linkBorrower: vi.fn() }))
vi.mock('#kit/noun/shared/row-query.ts', () => ({ useRowCache: () => ({ saved: () => Promise.resolve() }) }))
const toastDone = vi.fn()
vi.mock('#people/user/shared/user-outcome.ts', () => ({ useToastDone: () => toastDone }))
vi.mock('#kit/installation/installation.data.ts', () => ({ useSendsMail: () => true }))
vi.mock('#people/user/user.data.ts', () => ({
  createUser: vi.fn(),
  useRefreshUsers: () => () => Promise.resolve(),
  userQuery: () => ({ queryKey: ['user'], queryFn: () => ({ email: 'otieno@example.org' }) }),
}))

beforeEach(() => {
  vi.clearAllMocks()
  vi.mocked(linkBorrower).mockResolvedValue(OTIENO)
})

const address = page.getByLabelText(m.borrower_account_email())
const link = page.getByRole('button', { name: m.borrower_account_link(), exact: true })

test.each([
  ['USER_NOT_FOUND', 'borrower_no_user', m.borrower_account_unknown()],
  ['NUMBER_TAKEN', 'borrower_user_taken', m.borrower_account_taken()],
] as const)('%s is said at the address, and another one is linked', async (code, key, sentence) => {
  const refusal = new AppError({ code, status: 409, message: code, fields: { email: { key } } })
  vi.mocked(linkBorrower).mockRejectedValueOnce(refusal)
  await renderPage(<BorrowerAccount borrower={OTIENO} />)
  await userEvent.fill(address, 'otieno')
  await userEvent.click(link)
  await expect.element(page.getByText(m.email_invalid())).toBeVisible()
  expect(linkBorrower).not.toHaveBeenCalled()
  await userEvent.fill(address, 'otieno@example.com')
  await userEvent.click(link)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await userEvent.fill(address, ' Otieno@example.org')
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument()
  await userEvent.click(link)
  await expect.element(page.getByText(m.borrower_account_linked())).toBeVisible()
  expect(linkBorrower).toHaveBeenLastCalledWith({ data: { id: OTIENO.id, version: 3, email: 'otieno@example.org' } })
})

test('A person whom the library does not know is invited, and linked once the address is proven; a lost mail is said', async () => {
  const user = { name: OTIENO.name, email: 'otieno@example.org', isTold: false }
  vi.mocked(createUser).mockResolvedValueOnce(user as never)
  const fields = { email: { key: 'borrower_no_user' } } as const
  vi.mocked(linkBorrower).mockRejectedValueOnce(
    new AppError({ code: 'USER_NOT_FOUND', status: 404, message: 'USER_NOT_FOUND', fields }),
  )
  await renderPage(<BorrowerAccount borrower={{ ...OTIENO, language: 'sw' }} />)
  const invite = page.getByRole('button', { name: m.user_create() })
  await expect.element(invite).not.toBeInTheDocument()
  await userEvent.fill(address, ' Otieno@example.org')
  await userEvent.click(link)
  await userEvent.click(invite)
  await expect.poll(() => toastDone.mock.calls).toEqual([[m.borrower_account_added(), user, false]])
  const person = { name: 'Baraka Otieno', email: 'otieno@example.org', language: 'sw' }
  expect(createUser).toHaveBeenCalledExactlyOnceWith({ data: person })
  expect(linkBorrower).toHaveBeenCalledTimes(1)
  await expect.element(invite).not.toBeInTheDocument()
  await userEvent.click(link)
  await expect.element(page.getByText(m.borrower_account_linked())).toBeVisible()
})

test('The address of reminders is proposed', async () => {
  await renderPage(<BorrowerAccount borrower={{ ...OTIENO, email: 'home@example.org' }} />)
  await expect.element(address).toHaveValue('home@example.org')
})

test('A linked user is shown, and unlinked', async () => {
  await renderPage(<BorrowerAccount borrower={{ ...OTIENO, userId: USER }} />)
  const shown = page.getByRole('link', { name: 'otieno@example.org' })
  await expect.element(shown).toHaveAttribute('href', `/manager/users/${USER}`)
  await userEvent.click(page.getByRole('button', { name: m.borrower_account_unlink() }))
  await expect.element(page.getByText(m.borrower_account_unlinked())).toBeVisible()
  expect(linkBorrower).toHaveBeenLastCalledWith({ data: { id: OTIENO.id, version: 3, email: null } })
})
