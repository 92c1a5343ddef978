import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { CodeForm } from './code-form.tsx'

vi.mock('#kit/installation/installation.data.ts', () => ({
  installationQuery: { queryKey: ['settings'], queryFn: () => ({ sendsMail: true }) },
  useSendsMail: () => true,
}))

const refusal = (code: string) => new AppError({ code, status: 400, message: code })
const check = vi.fn((_code: string) => Promise.resolve())
const send = vi.fn(() => Promise.resolve())
const field = page.getByRole('textbox', { name: m.verify_code_label() })
const show = () => renderPage(<CodeForm email="amina@example.org" check={check} send={send} />)

test('A code of another length or with letters is not sent at all', async () => {
  await show()
  for (const [typed, text] of [
    ['', m.code_required()],
    ['1234567', m.code_length()],
    ['12345', m.code_length()],
    ['12345x', m.code_invalid()],
  ] as const) {
    await userEvent.fill(field, typed)
    await userEvent.click(page.getByRole('button', { name: m.verify_submit() }))
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue(typed)
  }
  expect(check).not.toHaveBeenCalled()
})

test('A code typed in Arabic digits submits itself', async () => {
  await show()
  await userEvent.click(field)
  await userEvent.keyboard('٠١٢٣٤٥')
  await expect.poll(() => check.mock.calls).toEqual([['012345']])
})

test('A wrong code is said in place, and replaced by what is typed', async () => {
  check.mockRejectedValueOnce(refusal('INVALID_OTP'))
  await show()
  await userEvent.fill(field, '111111')
  await expect.element(page.getByRole('alert')).toHaveTextContent('INVALID_OTP')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('111111')
  await expect.element(field).toHaveAccessibleDescription('INVALID_OTP')
  await userEvent.keyboard('222222')
  await expect.poll(() => check.mock.calls).toEqual([['111111'], ['222222']])
})

test('A limit is said with the time until the next try, and no number of tries beside it', async () => {
  const { code_two_left: twoLeft } = m
  check.mockRejectedValueOnce(refusal('INVALID_OTP')).mockRejectedValueOnce(refusal('INVALID_OTP'))
  check.mockRejectedValueOnce(refusal('INVALID_OTP'))
  check.mockRejectedValueOnce(
    new AppError({ code: 'TOO_MANY_REQUESTS', status: 429, message: 'Wait', retryAfter: 1504 }),
  )
  await show()
  const alert = page.getByRole('alert')
  for (const [typed, said] of [
    ['111111', 'INVALID_OTP'],
    ['222222', 'INVALID_OTP'],
    ['333333', `INVALID_OTP ${twoLeft()}`],
    // Some seconds may have passed.
    ['444444', m.error_wait({ time: '(25:0\\d|24:\\d\\d)' })],
  ] as const) {
    await userEvent.fill(field, '')
    await userEvent.fill(field, typed)
    await expect.poll(() => check.mock.lastCall).toEqual([typed])
    await expect.poll(() => alert.query()?.textContent).toMatch(new RegExp(`^${said}$`))
  }
})

test('A code that is spent is said to be until there is a new one, which can be had at once', async () => {
  // The server has deleted the spent code, and calls all others wrong.
  check.mockRejectedValue(refusal('INVALID_OTP')).mockRejectedValueOnce(refusal('TOO_MANY_ATTEMPTS'))
  await show()
  for (const typed of ['111111', '222222']) {
    await userEvent.fill(field, '')
    await userEvent.fill(field, typed)
    await expect.poll(() => check.mock.lastCall).toEqual([typed])
    await expect.element(page.getByRole('alert')).toHaveTextContent('TOO_MANY_ATTEMPTS')
    await expect.element(field).toHaveFocus()
  }
  await userEvent.click(page.getByRole('button', { name: m.verify_resend_new() }))
  await expect.element(page.getByText(m.verify_resent())).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(send).toHaveBeenCalledOnce()
  await userEvent.keyboard('333333')
  await expect.element(page.getByRole('alert')).toHaveTextContent('INVALID_OTP')
})

test('A code can be sent again after half a minute by the clock, and again after another', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await show()
  const again = page.getByRole('button', { name: m.verify_resend() })
  for (const times of [1, 2]) {
    await expect.element(page.getByText(m.verify_resend_wait({ time: '0:30' }))).toBeVisible()
    await expect.element(again).not.toBeInTheDocument()
    // A phone stops the timers of a page in the background, while the mail is looked for in another app.
    vi.setSystemTime(Date.now() + 31_000)
    vi.advanceTimersByTime(1000)
    await userEvent.click(again)
    await expect.poll(() => send.mock.calls.length).toBe(times)
  }
  vi.useRealTimers()
})

test('Who has few tries left is told, and after the last one that the code is spent', async () => {
  check.mockRejectedValue(refusal('INVALID_OTP'))
  await show()
  for (const [typed, text] of [
    ['111111', 'INVALID_OTP'],
    ['222222', 'INVALID_OTP'],
    ['333333', `INVALID_OTP ${m.code_two_left()}`],
    ['444444', `INVALID_OTP ${m.code_one_left()}`],
    ['555555', m.error_TOO_MANY_ATTEMPTS()],
  ] as const) {
    await userEvent.fill(field, '')
    await userEvent.fill(field, typed)
    await expect.poll(() => check.mock.lastCall).toEqual([typed])
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
  }
  await userEvent.click(page.getByRole('button', { name: m.verify_resend_new() }))
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await userEvent.fill(field, '666666')
  await expect.element(page.getByRole('alert')).toHaveTextContent('INVALID_OTP')
})
