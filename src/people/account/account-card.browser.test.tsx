import { useSuspenseQuery } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { reauthenticate, sendReauthenticationCode } from '#people/code/code.data.ts'
import { AppError } from '#base/errors/app-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { AccountCard } from './account-card.tsx'
import { changeEmail, sendEmailChangeCode } from './account.data.ts'
import type { Me } from '#kit/me/me.schema.ts'

vi.mock('./account.data.ts', () => ({ changeEmail: vi.fn(), sendEmailChangeCode: vi.fn() }))
vi.mock('#kit/me/refresh-me.data.ts', async () => {
  const { useQueryClient } = await import('@tanstack/react-query')
  return {
    useRefreshMe: () => {
      const queryClient = useQueryClient()
      return () => queryClient.invalidateQueries({ queryKey: ['me'] })
    },
  }
})
vi.mock('./change-name.tsx', () => ({ ChangeName: () => null }))
vi.mock('#people/code/code.data.ts', () => ({ reauthenticate: vi.fn(), sendReauthenticationCode: vi.fn() }))
vi.mock('#people/passkey/shared/passkey-reauthentication.tsx', () => ({ PasskeyReauthentication: () => null }))
vi.mock('#kit/installation/installation.data.ts', () => ({
  installationQuery: { queryKey: ['settings'], queryFn: () => ({ sendsMail: true }) },
  useSendsMail: () => true,
}))

const OWN = 'amina@example.org'
const NEW = 'amina@example.com'
const ME: Me = {
  id: '0199a000-0000-7000-8000-000000000001',
  name: 'Amina',
  email: OWN,
  emailVerified: true,
  role: 'user',
  onboardedAt: new Date(),
  isImpersonated: false,
  needsPasskey: false,
  cameByCard: false,
}

/** What the server knows of the user. */
let me: Me

function Card({ newEmail }: { newEmail: string }) {
  const { data } = useSuspenseQuery({ queryKey: ['me'], queryFn: () => me, staleTime: Infinity })
  return <AccountCard me={data} search={{ state: '', newEmail }} />
}

beforeEach(() => {
  me = ME
  vi.mocked(sendEmailChangeCode).mockResolvedValue(undefined as never)
  vi.mocked(changeEmail).mockImplementation((({ data: { newEmail } }: { data: { newEmail: string } }) => {
    me = { ...me, email: newEmail }
    return Promise.resolve()
  }) as never)
})

const dialog = page.getByRole('dialog')
const field = dialog.getByRole('textbox', { name: m.account_email_label(), exact: true })
const code = dialog.getByRole('textbox', { name: m.verify_code_label() })
const alert = page.getByRole('alert')
const opener = page.getByRole('button', { name: m.account_change_email() })
const button = (name: string) => dialog.getByRole('button', { name })

const show = (newEmail = '') => renderPage(<Card newEmail={newEmail} />)

/** Opens the dialog and submits an address. */
async function ask(email: string): Promise<void> {
  await show()
  await userEvent.click(opener)
  await expect.element(field).toHaveFocus()
  await userEvent.fill(field, email)
  await userEvent.click(button(m.account_email_submit()))
}

test('The current, an empty and an invalid address are reported in place', async () => {
  await show()
  await userEvent.click(opener)
  for (const [typed, text] of [
    ['', m.email_required()],
    ['amina@example', m.email_invalid()],
    [OWN.toUpperCase(), m.email_same()],
  ] as const) {
    await userEvent.fill(field, typed)
    await userEvent.click(button(m.account_email_submit()))
    await expect.element(alert).toHaveTextContent(text)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(typed)
  }
  expect(sendEmailChangeCode).not.toHaveBeenCalled()
})

test('Whoever has no address adds one: there is nothing to verify', async () => {
  me = { ...ME, email: null, emailVerified: false }
  await show()
  await expect.element(page.getByText(m.user_no_address())).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.account_verify() })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: m.account_add_email() }))
  await expect
    .element(page.getByRole('dialog', { name: m.account_add_email() }))
    .toMatchTextContent(m.account_email_hint())
})

test('An address in the URL fills the field and sends nothing, and is checked when it is sent', async () => {
  await show('nobody')
  await expect.element(field).toHaveValue('nobody')
  await expect.element(field).toHaveFocus()
  await userEvent.click(button(m.account_email_submit()))
  await expect.element(alert).toHaveTextContent(m.email_invalid())
  expect(sendEmailChangeCode).not.toHaveBeenCalled()
})

test('An address that somebody takes meanwhile is said at the field', async () => {
  const fields = { email: { key: 'email_taken' } } as const
  vi.mocked(changeEmail).mockRejectedValueOnce(new AppError({ code: 'EMAIL_TAKEN', status: 409, message: '', fields }))
  await ask(NEW)
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('123456')
  await expect.element(alert).toHaveTextContent(m.email_taken())
  expect(vi.mocked(changeEmail).mock.calls).toEqual([[{ data: { newEmail: NEW, code: '123456' } }]])
  await expect.element(field).toHaveValue(NEW)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(OWN)).toBeVisible()
})

test('A code that does not come is sent again after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await ask(NEW)
  await expect.element(dialog).toMatchTextContent(NEW)
  await expect.element(page.getByText(m.verify_resend_wait({ time: '0:30' }))).toBeVisible()
  vi.advanceTimersByTime(31_000)
  await userEvent.click(button(m.verify_resend()))
  await expect.element(page.getByText(m.verify_resent())).toBeVisible()
  await expect.element(code).toHaveFocus()
  const sent = [{ data: { newEmail: NEW } }]
  expect(vi.mocked(sendEmailChangeCode).mock.calls).toEqual([sent, sent])
  await userEvent.keyboard('123456')
  await expect.element(page.getByText(m.account_email_changed())).toBeVisible()
  await expect.element(page.getByText(NEW)).toBeVisible()
  vi.useRealTimers()
})

test('Whoever asks too often is told how long to wait, and waits', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const tooMany = new AppError({ code: 'TOO_MANY_REQUESTS', status: 429, message: '', retryAfter: 600 })
  vi.mocked(sendEmailChangeCode).mockRejectedValueOnce(tooMany)
  await ask(NEW)
  await expect.element(alert).toHaveTextContent(m.error_wait({ time: '10:00' }))
  await userEvent.click(button(m.account_email_submit()))
  vi.advanceTimersByTime(60_000)
  await expect.element(alert).toHaveTextContent(m.error_wait({ time: '9:00' }))
  expect(sendEmailChangeCode).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(600_000)
  await expect.element(alert).not.toBeInTheDocument()
  vi.useRealTimers()
})

test('An address that was never verified is verified by a code', async () => {
  me = { ...ME, emailVerified: false }
  vi.mocked(sendReauthenticationCode).mockResolvedValue(undefined as never)
  vi.mocked(reauthenticate).mockImplementation((() => {
    me = ME
    return Promise.resolve()
  }) as never)
  await show()
  await expect.element(page.getByText(m.account_not_verified())).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.account_verify(), exact: true }))
  await expect.element(dialog).toHaveAccessibleName(m.account_verify_title())
  await expect.element(dialog).toMatchTextContent(OWN)
  expect(sendReauthenticationCode).not.toHaveBeenCalled()
  await userEvent.click(button(m.account_reauthenticate_send()))
  await userEvent.fill(code, '123456')
  await expect.element(page.getByText(m.account_verified_now())).toBeVisible()
  expect(vi.mocked(reauthenticate).mock.calls).toEqual([[{ data: { code: '123456' } }]])
  await expect.element(page.getByText(m.account_not_verified())).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
