import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { EmailForm } from './email-form.tsx'

const send = vi.hoisted(() => vi.fn())
vi.mock('#base/auth/browser/calls.ts', () => ({ loadClient: () => Promise.resolve() }))
vi.mock('./login.data.ts', () => ({ typedAddress: () => '', rememberAddress: () => undefined }))
vi.mock('./use-code-sender.tsx', () => ({ useCodeSender: () => ({ send, cancel: () => undefined, check: null }) }))

const field = page.getByRole('textbox', { name: m.login_email_label() })
const submit = page.getByRole('button', { name: m.login_submit() })
const show = () => renderPage(<EmailForm isMain redirect={undefined} sent={null} captcha={null} />)

test('An empty or malformed email is said in place, with the focus in the field and the text kept', async () => {
  await show()
  for (const [typed, text] of [
    ['', m.email_required()],
    ['amina', m.email_invalid()],
    ['amina@example', m.email_invalid()],
    ['amina@example..org', m.email_invalid()],
    ['amina juma@example.org', m.email_invalid()],
    [`${'a'.repeat(250)}@example.org`, m.email_invalid()],
  ] as const) {
    await userEvent.fill(field, typed)
    await userEvent.click(submit)
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(text)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(typed)
  }
  await userEvent.fill(field, 'amina@')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(send).not.toHaveBeenCalled()
})

test('An address is the same in capitals and with spaces, and a double press asks for one code', async () => {
  send.mockImplementation(() => new Promise(() => undefined))
  await show()
  await userEvent.fill(field, ' AMINA@Example.ORG ')
  await userEvent.dblClick(submit)
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  await userEvent.dblClick(submit, { force: true })
  expect(send.mock.calls).toEqual([['amina@example.org']])
})
