import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deleteUser, signOut } from '#base/auth/browser/calls.ts'
import { AppError } from '#base/errors/app-error.ts'
import { localError } from '#base/errors/local-error.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { SignOut } from './sign-out.tsx'
import { VersionInfo } from './version-info.tsx'

const EMAIL = 'amina@example.org'

vi.mock('#base/auth/browser/calls.ts', () => ({ deleteUser: vi.fn(), signOut: vi.fn() }))
const me = vi.hoisted(() => vi.fn((): unknown => null))
const passkeys = vi.hoisted(() => vi.fn((): unknown[] => []))
vi.mock('#kit/me/me.data.ts', () => ({ currentUserQuery: { queryKey: ['me'], queryFn: () => me() } }))
vi.mock('#people/passkey/passkey.data.ts', () => ({
  passkeysQuery: { queryKey: ['passkeys'], queryFn: () => ({ items: passkeys() }) },
}))
vi.mock('#people/code/code.data.ts', () => ({ reauthenticate: vi.fn(), sendReauthenticationCode: vi.fn() }))
vi.mock('#people/passkey/shared/passkey-reauthentication.tsx', () => ({
  PasskeyReauthentication: ({ none }: { none?: ReactNode }) => none,
}))
vi.mock('#people/session/shared/signed-out-page.tsx', () => ({ signOutHere: vi.fn() }))
vi.mock('#kit/installation/installation.data.ts', () => ({
  installationQuery: { queryKey: ['settings'], queryFn: () => ({ sendsMail: true, isDemo: false }) },
  useSendsMail: () => true,
}))

const question = page.getByRole('alertdialog')
const remove = page.getByRole('main').getByRole('button', { name: m.account_delete() })
const confirm = (name: string) => userEvent.click(question.getByRole('button', { name }))

test('Nothing is deleted by whoever thinks better of it', async () => {
  vi.mocked(deleteUser).mockRejectedValue(new AppError({ code: 'SESSION_EXPIRED', status: 403, message: '' }))
  await renderPage(<DeleteAccount me={{ name: 'Amina', email: EMAIL }} />)
  remove.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toHaveAccessibleDescription(m.account_delete_text({ email: EMAIL }))
  await expect.element(question.getByRole('button', { name: m.common_cancel() })).toHaveFocus()
  await confirm(m.account_delete())
  await expect.element(question).toMatchTextContent(m.account_reauthenticate_title())
  await confirm(m.common_cancel())
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  expect(deleteUser).toHaveBeenCalledOnce()
})

test('The last admin is told why they stay', async () => {
  vi.mocked(deleteUser).mockRejectedValue(new AppError({ code: 'LAST_ADMIN', status: 409, message: 'The last one' }))
  await renderPage(<DeleteAccount me={{ name: 'Amina', email: EMAIL }} />)
  await userEvent.click(remove)
  await confirm(m.account_delete())
  await expect.element(question.getByRole('alert')).toHaveTextContent('The last one')
})

test('Whoever has neither an address nor a passkey is told what is possible instead', async () => {
  vi.mocked(deleteUser).mockRejectedValue(new AppError({ code: 'SESSION_EXPIRED', status: 403, message: '' }))
  await renderPage(<DeleteAccount me={{ name: 'Juma', email: null }} />)
  await userEvent.click(remove)
  await expect
    .element(question)
    .toHaveAccessibleDescription(m.account_delete_text_no_address({ name: isolated('Juma') }))
  await confirm(m.account_delete())
  await expect.element(question.getByText(m.reauthenticate_no_way())).toBeVisible()
  await expect.element(question.getByRole('button', { name: m.account_reauthenticate_send() })).not.toBeInTheDocument()
})

test('Whoever came by a card confirms by a code to their address', async () => {
  const refusal = new AppError({ code: 'SIGNED_IN_BY_CARD', status: 403, message: 'Wait a day' })
  vi.mocked(deleteUser).mockRejectedValue(refusal)
  await renderPage(<DeleteAccount me={{ name: 'Juma', email: EMAIL }} />)
  await userEvent.click(remove)
  await confirm(m.account_delete())
  await expect.element(question.getByRole('button', { name: m.account_reauthenticate_send() })).toBeVisible()
})

test('Whoever came by a card and has no address is told how long to wait', async () => {
  const refusal = new AppError({ code: 'SIGNED_IN_BY_CARD', status: 403, message: 'Wait a day' })
  vi.mocked(deleteUser).mockRejectedValue(refusal)
  await renderPage(<DeleteAccount me={{ name: 'Juma', email: null }} />)
  await userEvent.click(remove)
  await confirm(m.account_delete())
  await expect.element(question.getByRole('alert')).toHaveTextContent('Wait a day')
})

test.each([
  ['a passkey', { email: EMAIL, emailVerified: true, cameByCard: false }, [{}], m.way_back_passkey()],
  ['a code', { email: EMAIL, emailVerified: true, cameByCard: true }, [], m.way_back_code({ email: EMAIL })],
  [
    'a card, with an address that nobody reads',
    { email: EMAIL, emailVerified: false, cameByCard: true },
    [],
    m.way_back_card(),
  ],
  ['a card', { email: null, emailVerified: false, cameByCard: true }, [], m.way_back_card()],
])('Signing out says how this person comes back: by %s', async (_, person, items, sentence) => {
  me.mockReturnValue({ id: '1', isImpersonated: false, ...person })
  passkeys.mockReturnValue(items)
  await renderPage(<SignOut />)
  await userEvent.click(page.getByRole('main').getByRole('button', { name: m.account_sign_out() }))
  await expect.element(question).toHaveAccessibleDescription(sentence)
  me.mockReturnValue(null)
})

test('A sign-out that fails says so, and can be asked for again', async () => {
  vi.mocked(signOut).mockRejectedValue(new AppError({ ...localError('UNKNOWN_ERROR').toJSON(), status: 500 }))
  await renderPage(<SignOut />)
  await userEvent.click(page.getByRole('main').getByRole('button', { name: m.account_sign_out() }))
  for (const times of [1, 2]) {
    await confirm(m.account_sign_out())
    await expect.poll(() => vi.mocked(signOut).mock.calls.length).toBe(times)
    await expect.element(page.getByText(m.account_sign_out_failed()).first()).toBeVisible()
  }
  await expect.element(question).toBeVisible()
})

test('Without a clipboard the version is selected, and the page says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
  const build = { version: '1.2.3', commit: null, builtAt: null, timeZone: 'UTC' } as never
  await renderPage(<VersionInfo build={build} />)
  await userEvent.click(page.getByRole('button', { name: m.account_version({ version: '1.2.3' }) }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: m.account_version_copy() }))
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.account_version_copy_failed())
  expect(String(getSelection())).toContain('1.2.3')
})
