import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError, type RowData } from '#base/errors/app-error.ts'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { useNoteFreshUser } from '../card/fresh-card.ts'
import { UserNewPage } from './user-new-page.tsx'
import { UserUpdatePage } from './user-update-page.tsx'
import { createUser, updateUser } from '../user.data.ts'
import type { User } from '../user.schema.ts'

const ID = '0199a000-0000-7000-8000-000000000001'
const JUMA: User & { email: string } = {
  id: ID,
  name: 'Juma',
  email: 'juma@example.org',
  emailVerified: true,
  role: 'user',
  banned: false,
  banReason: null,
  banExpires: null,
  onboardedAt: new Date(),
  invitedAt: null,
  createdAt: new Date(),
  version: 1,
  updatedAt: new Date(),
}

const toastDone = vi.hoisted(() => vi.fn())
vi.mock('../user.data.ts', () => ({
  createUser: vi.fn(),
  updateUser: vi.fn(),
  userQuery: (id: string) => ({ queryKey: ['user', id], queryFn: () => JUMA, staleTime: Infinity }),
  useRefreshUsers: () => () => Promise.resolve(),
}))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 1000, useUndoLast: () => () => undefined }))
vi.mock('../shared/user-outcome.ts', () => ({ useToastWithUndo: () => toastDone }))
vi.mock('../invitation/user-invitation.tsx', () => ({ useNoteInvitation: () => () => undefined }))
vi.mock('../trash/user-trash.data.ts', () => ({
  deletedUserQuery: (id: string) => ({ queryKey: ['deleted user', id], queryFn: () => null }),
}))
const isLending = vi.hoisted(() => vi.fn(() => false))
vi.mock('#kit/installation/installation.data.ts', () => ({
  useSendsMail: () => true,
  useHasCards: () => true,
  useIsLending: isLending,
}))
vi.mock('#kit/me/me.data.ts', () => ({
  currentUserQuery: { queryKey: ['me'], queryFn: () => ({ id: '0199a000-0000-7000-8000-00000000000f' }) },
}))

const refusal = (code: string, status: number, more: Partial<AppError> = {}): AppError =>
  new AppError({ code, status, message: code, ...more })
const TAKEN = refusal('EMAIL_TAKEN', 409, { fields: { email: { key: 'email_taken' } } })
const NO_NAME = refusal('VALIDATION_ERROR', 400, { fields: { name: { key: 'name_required' } } })

const main = page.getByRole('main')
const email = page.getByRole('textbox', { name: m.login_email_label() })
const name = page.getByRole('textbox', { name: m.onboarding_name_label() })
const save = page.getByRole('button', { name: m.noun_save(), exact: true })
const submit = page.getByRole('button', { name: m.user_create() })
const toUsers = main.getByRole('link', { name: m.users_title() })
const question = page.getByRole('alertdialog', { name: m.unsaved_title() })

beforeEach(() => {
  vi.mocked(createUser).mockImplementation((({ data }: { data: object }) =>
    Promise.resolve({ ...JUMA, ...data, isTold: true })) as never)
  vi.mocked(updateUser).mockImplementation((({ data }: { data: object }) =>
    Promise.resolve({ ...JUMA, ...data, version: 2, isTold: null })) as never)
})

test('A new user needs an address that nobody has, and a role', async () => {
  vi.mocked(createUser).mockRejectedValueOnce(TAKEN)
  const address = await renderPage(<UserNewPage />)
  await expect.element(email).toHaveFocus()
  await userEvent.click(submit)
  await expect.element(page.getByText(m.email_required())).toBeVisible()
  await expect.element(email).toHaveFocus()
  await userEvent.fill(email, JUMA.email.toUpperCase())
  await userEvent.fill(name, 'Juma')
  await userEvent.click(submit)
  await expect.element(page.getByText(m.email_taken())).toBeVisible()
  await expect.element(email).toHaveFocus()
  await expect.element(name).toHaveValue('Juma')
  await userEvent.click(page.getByRole('checkbox', { name: m.role_user() }))
  await userEvent.fill(email, 'other@example.org')
  await userEvent.click(submit)
  await expect.element(page.getByText(m.role_required())).toBeVisible()
  expect(createUser).toHaveBeenCalledOnce()
  expect(address()).toBe('/')
})

test('A user without an address needs the tick and a name', async () => {
  const noAddress = page.getByRole('checkbox', { name: m.user_no_address() })
  await renderPage(<UserNewPage />)
  await userEvent.click(submit)
  await expect.element(page.getByText(m.email_required())).toBeVisible()
  await userEvent.click(noAddress)
  await expect.element(email).not.toBeInTheDocument()
  await expect.element(page.getByText(m.user_no_address_hint())).toBeVisible()
  await userEvent.fill(name, 'Juma Mwangi')
  await userEvent.click(page.getByRole('button', { name: m.user_add() }))
  await expect
    .poll(() => vi.mocked(createUser).mock.lastCall?.[0])
    .toMatchObject({
      data: { name: 'Juma Mwangi', email: null },
    })
})

/** The page after a user without an address was added. */
function NextUserPage() {
  const fresh = useNoteFreshUser()
  useState(() => fresh.added(ID, false))
  return <UserNewPage />
}

test('After a user without an address the next one begins at the name', async () => {
  await renderPage(<NextUserPage />)
  await expect.element(name).toHaveFocus()
  await expect.element(email).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: m.user_add() })).toBeVisible()
})

test('A user loses the address by the tick, and gets it back by taking the tick away', async () => {
  const noAddress = page.getByRole('checkbox', { name: m.user_no_address() })
  await renderPage(<UserUpdatePage id={ID} />)
  await userEvent.click(noAddress)
  await userEvent.click(noAddress)
  await expect.element(email).toHaveValue('')
  await userEvent.click(noAddress)
  await userEvent.click(save)
  await expect.poll(() => vi.mocked(updateUser).mock.lastCall?.[0]).toMatchObject({ data: { id: ID, email: null } })
})

test('A new user stays in the form when the connection is lost', async () => {
  vi.mocked(createUser).mockRejectedValueOnce(localError('NETWORK'))
  const address = await renderPage(<UserNewPage />)
  await userEvent.fill(email, 'lost@example.org')
  await userEvent.fill(name, 'Wanjikũ')
  await userEvent.click(submit)
  await expect.element(page.getByText(m.user_create_failed())).toBeVisible()
  // Reported once, in place.
  await expect.poll(() => page.getByText(m.error_NETWORK()).all().length).toBe(1)
  await expect.element(email).toHaveValue('lost@example.org')
  await expect.element(name).toHaveValue('Wanjikũ')
  await userEvent.click(submit)
  await expect.poll(address).toBe(`/manager/users/${ID}`)
})

test('A helper at the desk is no role while the library does not lend', async () => {
  await renderPage(<UserNewPage />)
  await expect.element(page.getByText(m.user_role_hint())).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: m.role_desk() })).not.toBeInTheDocument()
})

test('A helper at the desk is a role while the library lends', async () => {
  isLending.mockReturnValue(true)
  await renderPage(<UserNewPage />)
  await expect.element(page.getByText(m.user_role_hint_desk())).toBeVisible()
  await userEvent.fill(email, 'neema@example.org')
  await userEvent.click(page.getByRole('checkbox', { name: m.role_user() }))
  await userEvent.click(page.getByRole('checkbox', { name: m.role_desk() }))
  await userEvent.click(submit)
  await expect.poll(() => createUser).toHaveBeenCalled()
  expect(vi.mocked(createUser).mock.lastCall?.[0]).toMatchObject({ data: { role: 'desk' } })
  isLending.mockReturnValue(false)
})

test('A new user with several roles is added once by two presses', async () => {
  const address = await renderPage(<UserNewPage />)
  await userEvent.fill(email, 'BOTH@example.org')
  await userEvent.click(page.getByRole('checkbox', { name: m.role_admin() }))
  // Answered after both presses, however far apart a busy machine makes them.
  const answer = Promise.withResolvers<typeof JUMA>()
  vi.mocked(createUser).mockReturnValueOnce(answer.promise as never)
  await userEvent.dblClick(submit)
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  answer.resolve(JUMA)
  await expect.poll(address).toBe(`/manager/users/${ID}`)
  const data = { email: 'both@example.org', name: '', role: 'admin,user', language: 'en' }
  expect(vi.mocked(createUser).mock.calls).toEqual([[{ data }]])
})

test('What is not saved of a user is not left without a question', async () => {
  const address = await renderPage(<UserNewPage />)
  await userEvent.fill(name, 'Juma')
  await userEvent.click(toUsers)
  await userEvent.click(question.getByRole('button', { name: m.unsaved_stay() }))
  await expect.element(name).toHaveValue('Juma')
  expect(address()).toBe('/')
  await userEvent.click(toUsers)
  await userEvent.click(question.getByRole('button', { name: m.unsaved_leave() }))
  await expect.poll(address).toBe('/manager/users')
})

test('A changed user who is again as before is left without a question', async () => {
  const address = await renderPage(<UserUpdatePage id={ID} />)
  await userEvent.fill(name, 'Mine')
  await userEvent.click(toUsers)
  await userEvent.click(question.getByRole('button', { name: m.unsaved_stay() }))
  await expect.element(question).not.toBeInTheDocument()
  await userEvent.fill(name, JUMA.name)
  await userEvent.click(toUsers)
  await expect.poll(address).toBe('/manager/users')
})

test('What is not in order with a user is said at its field, and nothing is lost', async () => {
  for (const error of [NO_NAME, TAKEN, localError('NETWORK')]) vi.mocked(updateUser).mockRejectedValueOnce(error)
  const address = await renderPage(<UserUpdatePage id={ID} />)
  await userEvent.fill(name, '   ')
  await userEvent.click(save)
  await expect.element(page.getByText(m.name_required())).toBeVisible()
  await expect.element(name).toHaveFocus()
  await userEvent.fill(name, 'Juma 😀')
  await userEvent.fill(email, 'TAKEN@example.org')
  await userEvent.click(save)
  await expect.element(page.getByText(m.email_taken())).toBeVisible()
  await expect.element(name).toHaveValue('Juma 😀')
  await userEvent.fill(email, JUMA.email)
  await userEvent.click(save)
  await expect.element(page.getByText(m.user_update_failed())).toBeVisible()
  await expect.poll(() => page.getByText(m.error_NETWORK()).all().length).toBe(1)
  const answer = Promise.withResolvers<typeof JUMA>()
  vi.mocked(updateUser).mockReturnValueOnce(answer.promise as never)
  await userEvent.dblClick(save)
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  answer.resolve(JUMA)
  await expect.poll(address).toBe(`/manager/users/${ID}`)
  const changes = vi.mocked(updateUser).mock.calls.map(([{ data }]) => data)
  const renamed = { id: ID, version: 1, name: 'Juma 😀' }
  expect(changes.slice(1)).toEqual([{ ...renamed, email: 'taken@example.org' }, renamed, renamed])
})

test('Fields of a user changed by both are resolved by choice; fields changed by one are merged', async () => {
  const theirs = { ...JUMA, name: 'Theirs', version: 2 }
  const moved = { ...theirs, email: 'moved@example.org', version: 3 }
  for (const row of [theirs, moved])
    vi.mocked(updateUser).mockRejectedValueOnce(refusal('CONFLICT', 409, { theirs: row as unknown as RowData }))
  const address = await renderPage(<UserUpdatePage id={ID} />)
  await userEvent.fill(name, 'Mine')
  await userEvent.keyboard('{Enter}')
  const panel = page.getByRole('region', { name: m.conflict_title() })
  const choice = (text: RegExp) =>
    panel.getByRole('group', { name: m.onboarding_name_label() }).getByRole('radio', { name: text })
  await expect.element(panel).toHaveFocus()
  await expect.element(choice(/Mine$/)).not.toBeChecked()
  await userEvent.click(choice(/Theirs$/))
  await expect.element(name).toHaveValue('Theirs')
  // Typing in the field is a choice too.
  await userEvent.fill(name, 'Mine again')
  await expect.element(choice(/Mine again$/)).toBeChecked()
  await userEvent.click(panel.getByRole('button', { name: m.conflict_save() }))
  await expect.poll(address).toBe(`/manager/users/${ID}`)
  expect(vi.mocked(updateUser).mock.lastCall).toEqual([{ data: { id: ID, version: 3, name: 'Mine again' } }])
  const [title, saved, , merged] = toastDone.mock.lastCall ?? []
  expect(title).toBe(m.merged_title())
  expect(saved).toMatchObject({ name: 'Mine again' })
  expect(merged).toContain(m.login_email_label())
})

test('Who was deleted meanwhile is said to be gone, and what was typed is kept', async () => {
  vi.mocked(updateUser).mockRejectedValueOnce(refusal('NOT_FOUND', 404))
  await renderPage(<UserUpdatePage id={ID} />)
  await userEvent.fill(name, 'Mine')
  await userEvent.click(save)
  await expect.element(main.getByRole('alert')).toHaveTextContent(m.user_gone())
  await expect.element(name).toHaveValue('Mine')
})
