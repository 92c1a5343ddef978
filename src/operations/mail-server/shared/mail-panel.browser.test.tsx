import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { MailPanel } from './mail-panel.tsx'
import { undoLibraryChange } from '#kit/library-settings/library-settings.data.ts'
import { removeMailServer, saveMailServer } from '../mail-server.data.ts'

vi.mock('#kit/library-settings/library-settings.data.ts', () => ({
  changeLibrarySettings: vi.fn(),
  undoLibraryChange: vi.fn(() => Promise.resolve()),
}))
vi.mock('../mail-server.data.ts', () => ({
  saveMailServer: vi.fn(() => Promise.resolve({ undo: 'change' })),
  removeMailServer: vi.fn(() => Promise.resolve({ undo: 'removal' })),
}))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))

const SERVER = {
  sender: 'books@example.org',
  host: 'smtp.example.org',
  port: 465,
  security: 'tls',
  user: 'books@example.org',
  hasPassword: true,
} as const
const field = (name: string) => page.getByRole('textbox', { name })
const security = page.getByRole('combobox', { name: m.mail_security() })
const password = page.getByLabelText(m.mail_password(), { exact: true })
const submit = page.getByRole('button', { name: m.mail_submit() })

test('A first mail server is sent as it was typed, and the port follows the encryption', async () => {
  await renderPage(<MailPanel variable={null} server={null} />)
  await expect.element(page.getByText(m.mail_state_none())).toBeVisible()
  await userEvent.fill(field(m.mail_sender()), 'books@example.org')
  await userEvent.fill(field(m.mail_host_label()), ' SMTP.example.org')
  await expect.element(field(m.mail_port())).toHaveValue('465')
  await userEvent.selectOptions(security, m.mail_security_starttls())
  await expect.element(field(m.mail_port())).toHaveValue('587')
  await userEvent.fill(field(m.mail_user()), 'books')
  await userEvent.fill(password, ' geheim ')
  await userEvent.click(submit)
  expect(saveMailServer).toHaveBeenCalledWith({
    data: {
      sender: 'books@example.org',
      host: 'smtp.example.org',
      port: 587,
      security: 'starttls',
      user: 'books',
      password: ' geheim ',
    },
  })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  expect(undoLibraryChange).toHaveBeenCalledWith({ data: { id: 'change' } })
})

test('A kept password is not shown, and stays unless another is typed', async () => {
  await renderPage(<MailPanel variable={null} server={SERVER} />)
  await expect.element(password).toHaveValue('')
  await expect.element(password).toHaveAttribute('placeholder', m.mail_password_kept())
  await userEvent.fill(field(m.mail_port()), '2465')
  await userEvent.selectOptions(security, m.mail_security_starttls())
  await expect.element(field(m.mail_port())).toHaveValue('2465')
  await userEvent.click(submit)
  expect(saveMailServer).toHaveBeenLastCalledWith({ data: expect.objectContaining({ port: 2465, password: null }) })
})

test('What the mail server answers stands at its field, and what was typed stays', async () => {
  const problem = { key: 'in_words', params: { sentence: m.mail_login_refused({ reply: '535 No' }) } } as const
  vi.mocked(saveMailServer).mockRejectedValueOnce(
    new AppError({ code: 'VALIDATION_ERROR', status: 400, message: '', fields: { password: problem } }),
  )
  await renderPage(<MailPanel variable={null} server={SERVER} />)
  await userEvent.fill(password, 'wrong')
  await userEvent.click(submit)
  await expect.element(page.getByText(m.mail_login_refused({ reply: '535 No' }))).toBeVisible()
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveValue('wrong')
})

test('It is removed by one press', async () => {
  await renderPage(<MailPanel variable={null} server={SERVER} />)
  await userEvent.click(page.getByRole('button', { name: m.mail_remove() }))
  expect(removeMailServer).toHaveBeenCalled()
  await expect.element(page.getByText(m.mail_removed())).toBeVisible()
})

test('A variable that decides is named, in place of the form', async () => {
  await renderPage(<MailPanel variable="SMTP_URL" server={null} />)
  await expect.element(page.getByText(m.setting_by_variable({ variable: 'SMTP_URL' }))).toBeVisible()
  expect(submit.elements()).toHaveLength(0)
})
