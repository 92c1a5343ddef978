import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { changeLibrarySettings } from '#kit/library-settings/library-settings.data.ts'
import { LIBRARY } from '#operations/settings/library.test-kit.ts'
import { renderPage } from '#test/render-page.tsx'
import { LetterMails, SendLetters } from './letter-mails.tsx'
import { sendLetterMails, stopLetterMails } from './mail.data.ts'
import type { MailsState, ReminderJob } from './mail.schema.ts'
import { ReminderPanel } from './reminder-panel.tsx'

const NONE: MailsState = {
  obstacle: null,
  ready: 0,
  withoutAddress: 0,
  hadToday: 0,
  waiting: 0,
  stoppable: 0,
  sentToday: 0,
  failed: [],
}
const JOB: ReminderJob = { obstacle: null, today: '2026-11-30', first: 12, old: 214 }

/** What the server answers. */
const now = { mails: NONE, job: JOB }

vi.mock('#kit/library-settings/library-settings.data.ts', () => ({
  changeLibrarySettings: vi.fn(() => Promise.resolve({ undo: 'change' })),
  undoLibraryChange: vi.fn(),
}))
vi.mock('#kit/activity/undo/undo.data.ts', () => ({ UNDO_TIME: 10_000 }))
vi.mock('./mail.data.ts', () => ({
  letterMailsQuery: () => ({ queryKey: ['desk', 'letter-mails'], queryFn: () => Promise.resolve(now.mails) }),
  reminderJobQuery: { queryKey: ['settings', 'reminder-job'], queryFn: () => Promise.resolve(now.job) },
  sendLetterMails: vi.fn(() => Promise.resolve({ count: 3 })),
  stopLetterMails: vi.fn(() => Promise.resolve({ count: 3 })),
}))

const FILTER = { groupId: undefined, days: 7 }
const three = { count: 3, shown: '3' }

beforeEach(() => {
  now.mails = NONE
  now.job = JOB
})

test('Letters are sent after a question, which says who gets none', async () => {
  now.mails = { ...NONE, ready: 3, withoutAddress: 2, hadToday: 1 }
  await renderPage(<SendLetters filter={FILTER} />)
  await userEvent.click(page.getByRole('button', { name: m.reminder_send(three) }))
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(m.reminder_on_paper({ count: 2, shown: '2' }))).toBeVisible()
  await expect.element(dialog.getByText(m.reminder_had_today({ count: 1, shown: '1' }))).toBeVisible()
  expect(sendLetterMails).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: m.reminder_send(three) }))
  expect(sendLetterMails).toHaveBeenCalledExactlyOnceWith({ data: FILTER })
  await expect.element(page.getByText(m.reminder_queued(three))).toBeVisible()
})

test('Without a mail server there is no button, but the way to set one', async () => {
  now.mails = { ...NONE, ready: 3, obstacle: 'server' }
  await renderPage(
    <>
      <SendLetters filter={FILTER} />
      <LetterMails filter={FILTER} />
    </>,
  )
  await expect
    .element(page.getByRole('link', { name: m.reminder_set_server() }))
    .toHaveAttribute('href', '/manager/settings#mail')
  expect(page.getByRole('button').elements()).toEqual([])
})

test('What waits is stopped, and what did not arrive is named with the answer of the mail server', async () => {
  const one = { borrowerId: '00000000-0000-7000-8000-000000000001', email: 'awa@example.org' }
  now.mails = {
    ...NONE,
    waiting: 3,
    stoppable: 3,
    failed: [
      { ...one, id: 'a', name: 'Awa', state: 'failed', problem: '550 No such mailbox' },
      { ...one, id: 'b', name: 'Omar', state: 'unsure', problem: '' },
    ],
  }
  await renderPage(<LetterMails filter={FILTER} />)
  const email = isolated('awa@example.org')
  const failed = m.reminder_state_failed({ email, problem: isolated('550 No such mailbox') })
  await expect.element(page.getByText(failed)).toBeVisible()
  await expect.element(page.getByText(m.reminder_state_unsure({ email }))).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.reminder_stop() }))
  expect(stopLetterMails).toHaveBeenCalledOnce()
})

test('The job is switched on from today, after the page has said to how many it writes', async () => {
  await renderPage(<ReminderPanel library={{ ...LIBRARY, lending: true }} />)
  await expect.element(page.getByText(m.reminder_job_first({ count: 12, shown: '12' }))).toBeVisible()
  await expect.element(page.getByText(m.reminder_job_old({ count: 214, shown: '214' }), { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: m.letters_title() })).toHaveAttribute('href', '/manager/letters')
  await userEvent.click(page.getByRole('checkbox', { name: m.reminder_job_switch() }))
  await userEvent.click(page.getByRole('button', { name: m.noun_save() }))
  expect(changeLibrarySettings).toHaveBeenCalledExactlyOnceWith({
    data: { reminderMails: { since: '2026-11-30', language: 'en' } },
  })
})
