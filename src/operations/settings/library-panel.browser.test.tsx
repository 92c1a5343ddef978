import { Link } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { KeepingPanel } from './keeping-panel.tsx'
import { LibraryPanel } from './library-panel.tsx'
import { LIBRARY } from './library.test-kit.ts'
import { MailPanel } from '#operations/mail-server/shared/mail-panel.tsx'
import { changeLibrarySettings, undoLibraryChange } from '#kit/library-settings/library-settings.data.ts'

vi.mock('#kit/library-settings/library-settings.data.ts', () => ({
  changeLibrarySettings: vi.fn(() => Promise.resolve({ undo: 'change' })),
  undoLibraryChange: vi.fn(() => Promise.resolve()),
  pluggedInQuery: {
    queryKey: ['settings', 'plugged-in'],
    queryFn: () => ({ drives: [], isLent: false, sticks: [] }),
  },
}))
vi.mock('#operations/mail-server/mail-server.data.ts', () => ({ saveMailServer: vi.fn(), removeMailServer: vi.fn() }))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))

const IN_FORCE = {
  name: null,
  contactEmail: 'hello@maktaba.example',
  signup: true,
  timeZone: 'UTC',
  trashDays: 30,
  securityLogDays: 400,
}
const SHOWN = {
  library: LIBRARY,
  mail: { variable: null, server: null },
  secondFolder: { folder: null, isSameDisk: false, pluggedIn: { drives: [], isLent: false, sticks: [] } },
  inForce: IN_FORCE,
  zones: ['UTC', 'Africa/Nairobi'],
  variables: {},
  groups: [],
  concerns: [],
  devices: { places: [], port: 3000, isHere: false },
}
const name = page.getByRole('textbox', { name: m.library_name() })
const contact = page.getByRole('textbox', { name: m.library_contact() })
const signup = page.getByRole('checkbox', { name: m.library_signup() })
const save = page.getByRole('button', { name: m.noun_save() })

test('What was edited alone is sent, and can be taken back', async () => {
  await renderPage(<LibraryPanel {...SHOWN} />)
  await userEvent.fill(name, 'مكتبة النور')
  await userEvent.click(save)
  expect(changeLibrarySettings).toHaveBeenCalledWith({ data: { name: 'مكتبة النور' } })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  expect(undoLibraryChange).toHaveBeenCalledWith({ data: { id: 'change' } })
  await expect.element(page.getByText(m.undo_done())).toBeVisible()
})

test('An emptied field takes the decision back', async () => {
  await renderPage(<LibraryPanel {...{ ...SHOWN, library: { ...LIBRARY, name: 'Nour' } }} />)
  await userEvent.fill(name, '  ')
  await userEvent.click(save)
  expect(changeLibrarySettings).toHaveBeenLastCalledWith({ data: { name: null } })
})

test('What is wrong is said at its field, and what was typed stays', async () => {
  vi.mocked(changeLibrarySettings).mockClear()
  await renderPage(<LibraryPanel {...SHOWN} />)
  await userEvent.fill(name, 'x'.repeat(61))
  await userEvent.fill(contact, 'nowhere')
  await userEvent.click(save)
  await expect.element(page.getByText(m.validation_string_max({ limit: 60 }))).toBeVisible()
  await expect.element(page.getByText(m.email_invalid())).toBeVisible()
  await expect.element(name).toHaveFocus()
  await expect.element(contact).toHaveValue('nowhere')
  expect(changeLibrarySettings).not.toHaveBeenCalled()
  vi.mocked(changeLibrarySettings).mockRejectedValueOnce(localError('NETWORK'))
  await userEvent.fill(name, 'Nour')
  await userEvent.fill(contact, '')
  await userEvent.click(save)
  await expect.element(page.getByText(m.lending_not_saved())).toBeVisible()
  await expect.element(name).toHaveValue('Nour')
})

test('What a variable decides is shown with its name, and cannot be changed', async () => {
  await renderPage(
    <LibraryPanel
      {...SHOWN}
      inForce={{ ...IN_FORCE, contactEmail: 'op@localhost', signup: false }}
      variables={{ contactEmail: 'CONTACT_EMAIL', signup: 'SIGNUP' }}
    />,
  )
  await expect.element(contact).toBeDisabled()
  await expect.element(contact).toHaveValue('op@localhost')
  await expect.element(contact).toHaveAccessibleDescription(m.setting_by_variable({ variable: 'CONTACT_EMAIL' }))
  await expect.element(signup).toBeDisabled()
  await expect.element(signup).not.toBeChecked()
  await userEvent.fill(name, 'Nour')
  await userEvent.click(save)
  expect(changeLibrarySettings).toHaveBeenLastCalledWith({ data: { name: 'Nour' } })
})

test('The time zone is chosen, and days that are out of bounds are refused at their field', async () => {
  vi.mocked(changeLibrarySettings).mockClear()
  await renderPage(<KeepingPanel {...{ ...SHOWN, variables: { securityLogDays: 'SECURITY_LOG_DAYS' } }} />)
  const trash = page.getByRole('textbox', { name: m.library_trash() })
  await expect.element(page.getByRole('textbox', { name: m.library_log() })).toBeDisabled()
  await userEvent.selectOptions(page.getByRole('combobox', { name: m.library_zone() }), 'Africa/Nairobi')
  for (const typed of ['0', '3651', '', 'x']) {
    await userEvent.fill(trash, typed)
    await userEvent.click(save)
    await expect.element(trash).toHaveAttribute('aria-invalid', 'true')
  }
  expect(changeLibrarySettings).not.toHaveBeenCalled()
  await userEvent.fill(trash, '٦٠')
  await userEvent.click(save)
  expect(changeLibrarySettings).toHaveBeenCalledWith({ data: { timeZone: 'Africa/Nairobi', trashDays: 60 } })
})

test.each([
  ['the name', m.library_name, 'Nour'],
  ['the days of the trash', m.library_trash, '40'],
  ['the password of the mail server', m.mail_password, 'secret'],
])(
  'The page of settings asks before %s that was typed is lost, and not once it is as before',
  async (_, label, typed) => {
    const address = await renderPage(
      <>
        <LibraryPanel {...SHOWN} />
        <MailPanel {...SHOWN.mail} />
        <KeepingPanel {...SHOWN} />
        <Link to="/manager/dashboard">Away</Link>
      </>,
    )
    const away = page.getByRole('link', { name: 'Away' })
    const question = page.getByRole('alertdialog', { name: m.unsaved_title() })
    const field = page.getByLabelText(label(), { exact: true })
    const before = (await field.findElement()).getAttribute('value') ?? ''
    await userEvent.fill(field, typed)
    await userEvent.click(away)
    await userEvent.click(question.getByRole('button', { name: m.unsaved_stay() }))
    await expect.element(field).toHaveDisplayValue(typed)
    expect(address()).toBe('/')
    await userEvent.fill(field, before)
    await userEvent.click(away)
    await expect.poll(address).toBe('/manager/dashboard')
  },
)
