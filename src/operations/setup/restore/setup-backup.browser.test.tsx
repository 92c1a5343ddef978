import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#base/errors/app-error.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { SetupPage } from '../setup-page.tsx'
import { ClaimPage } from './claim-page.tsx'
import type { FoundBackup, FoundBackups, RestoreProgress } from './restore.schema.ts'

const calls = vi.hoisted(() => ({
  look: vi.fn<(code: string) => Promise<FoundBackups>>(),
  begin: vi.fn<(id: string, words: string) => Promise<unknown>>(),
  state: vi.fn<() => Promise<RestoreProgress>>(),
  claim: vi.fn<(userId: string, phrase: string) => Promise<unknown>>(),
  send: vi.fn<(file: File) => Promise<FoundBackup>>(),
}))
vi.mock('./restore.data.ts', () => ({
  foundBackupsQuery: (_: string, code: string) => ({
    queryKey: ['restore', 'found', code],
    queryFn: () => calls.look(code),
    retry: false,
    staleTime: Infinity,
  }),
  restoreProgressQuery: { queryKey: ['restore', 'state'], queryFn: calls.state, refetchInterval: 50 },
  sendBackup: calls.send,
  beginRestore: calls.begin,
  claimAdmin: calls.claim,
}))
beforeEach(() => void Object.values(calls).forEach((call) => call.mockReset()))

const backup = (id: string, fields: Partial<FoundBackup> = {}): FoundBackup => ({
  id,
  place: { kind: 'drive', name: 'BAOBABS' },
  file: `${id}.maktaba`,
  library: 'Les Baobabs',
  madeAt: '2026-11-20T02:00:00Z',
  books: 12_391,
  borrowers: 742,
  check: 'whole',
  problem: null,
  hasWords: true,
  ...fields,
})
const refusal = (code: string, fields = {}) => new AppError({ code, status: 400, message: `Refused: ${code}`, fields })
const PROPS = {
  proof: 'p',
  samples: 24,
  canLend: true,
  hasCode: false,
  hasTicket: false,
  failure: null,
  restored: null,
  sent: null,
}
const show = async (props: Partial<typeof PROPS> = {}) => {
  await renderPage(<SetupPage {...PROPS} {...props} timeZone="UTC" />)
  await userEvent.click(page.getByRole('radio', { name: m.setup_backup() }))
}
const button = (name: string) => page.getByRole('button', { name })

test.each([true, false])('A new library decides for lending where the product can lend: %s', async (canLend) => {
  await renderPage(<SetupPage {...PROPS} canLend={canLend} timeZone="UTC" />)
  await expect.element(page.getByRole('button', { name: m.setup_submit() })).toBeVisible()
  expect(page.getByRole('checkbox', { name: m.lending_switch() }).elements()).toHaveLength(canLend ? 1 : 0)
})

test('The newest whole backup is chosen, and its words are asked for', async () => {
  const newest = backup('new', { madeAt: '2026-11-27T02:00:00Z', books: 12_408 })
  const broken = backup('cut', { madeAt: '2026-11-28T02:00:00Z', check: 'wrong', problem: 'It is cut off.' })
  calls.look.mockResolvedValue({ backups: [backup('old'), newest, broken], closed: ['TEACHER'] })
  calls.begin.mockRejectedValueOnce(
    refusal('VALIDATION_ERROR', { words: { key: 'in_words', params: { sentence: 'Not these words.' } } }),
  )
  calls.begin.mockResolvedValue({})
  calls.state.mockResolvedValue({ phase: 'running', step: 'restoring', share: 0.4, problem: null })
  await show()
  await expect.element(page.getByRole('radio', { name: /27 November 2026/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /28 November 2026/ })).toBeDisabled()
  await expect.element(page.getByText('It is cut off.')).toBeVisible()
  await expect
    .element(
      page.getByText(
        m.restore_closed({ names: 'TEACHER', folder: isolated('Maktaba'), inner: isolated('maktaba-backups') }),
      ),
    )
    .toBeVisible()
  await userEvent.fill(page.getByLabelText(m.restore_words_label()), 'a b c')
  await userEvent.click(button(m.restore_submit({ books: '12,408 books' })))
  await expect.element(page.getByText('Not these words.')).toBeVisible()
  expect(calls.begin).toHaveBeenCalledWith('new', 'a b c')
  await userEvent.click(button(m.restore_submit({ books: '12,408 books' })))
  await expect
    .element(page.getByRole('progressbar', { name: m.restore_running() }))
    .toHaveAttribute('aria-valuenow', '40')
  // A failure brings the choice back, and says why.
  calls.state.mockResolvedValue({ phase: 'failed', step: 'restoring', share: 0, problem: 'There is no room.' })
  await expect.element(page.getByText('There is no room.')).toBeVisible()
})

test('A backup without words asks for none; without any backup the page says what to do', async () => {
  calls.look.mockResolvedValueOnce({ backups: [], closed: [] })
  calls.look.mockResolvedValue({ backups: [backup('old', { hasWords: false })], closed: [] })
  await show()
  await expect.element(page.getByText(m.restore_none())).toBeVisible()
  await userEvent.click(button(m.second_folder_look()))
  await expect.element(page.getByRole('radio', { name: /20 November 2026/ })).toBeChecked()
  await expect.element(page.getByLabelText(m.restore_words_label())).not.toBeInTheDocument()
})

test('A file that is chosen while the computer is still looked through is sent after that', async () => {
  const looking = Promise.withResolvers<FoundBackups>()
  calls.look.mockReturnValue(looking.promise)
  calls.send.mockResolvedValue(
    backup('sent', { place: { kind: 'sent', name: '' }, madeAt: null, check: 'wrong', problem: 'It is cut off.' }),
  )
  await show()
  await userEvent.upload(page.getByLabelText(m.restore_file_choose()), new File(['x'], 'sent.maktaba'))
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(calls.send).not.toHaveBeenCalled()
  looking.resolve({ backups: [backup('old')], closed: [] })
  await expect.element(page.getByText('It is cut off.')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /20 November 2026/ })).toBeChecked()
  expect(calls.look).toHaveBeenCalledTimes(1)
})

test('Behind a proxy nothing is shown before the code, and a wrong one is said', async () => {
  calls.look.mockRejectedValueOnce(refusal('SETUP_CODE'))
  calls.look.mockResolvedValue({ backups: [backup('old')], closed: [] })
  await show({ hasCode: true })
  expect(calls.look).not.toHaveBeenCalled()
  await userEvent.fill(page.getByLabelText(m.setup_code_label()), '0000000000')
  await userEvent.click(button(m.setup_code_show()))
  await expect.element(page.getByText('Refused: SETUP_CODE')).toBeVisible()
  await userEvent.fill(page.getByLabelText(m.setup_code_label()), 'RIGHT00000')
  await userEvent.click(button(m.setup_code_show()))
  await expect.element(page.getByRole('radio', { name: /20 November 2026/ })).toBeVisible()
  expect(calls.look).toHaveBeenLastCalledWith('RIGHT00000')
})

test('After a failed restore the page opens at the backups and says why', async () => {
  calls.look.mockResolvedValue({ backups: [backup('old')], closed: [] })
  await renderPage(<SetupPage {...PROPS} failure="It was cut off." timeZone="UTC" />)
  await expect.element(page.getByText('It was cut off.')).toBeVisible()
})

test('Who has restored a library says who they are, with the phrase where one is set', async () => {
  calls.claim.mockRejectedValue(refusal('RECOVERY_PHRASE'))
  const admins = [
    { id: '1', name: 'Amina Khamis', email: 'a•••@example.org' },
    { id: '2', name: 'Juma Mwangi', email: null },
  ]
  const restored = { books: 12_408, madeAt: '2026-11-27T02:00:00Z', mail: 'lost' as const }
  await renderPage(<ClaimPage admins={admins} hasPhrase restored={restored} timeZone="UTC" />)
  await expect.element(page.getByText(/12,408 books came back/)).toBeVisible()
  await userEvent.click(button(m.restore_who_submit()))
  await expect.element(page.getByText(m.restore_who_missing())).toBeVisible()
  expect(calls.claim).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('radio', { name: 'Juma Mwangi' }))
  await userEvent.fill(page.getByLabelText(m.restore_phrase_label()), 'wrong')
  await userEvent.click(button(m.restore_who_submit()))
  await expect.element(page.getByText('Refused: RECOVERY_PHRASE')).toBeVisible()
  expect(calls.claim).toHaveBeenCalledWith('2', 'wrong')
})
