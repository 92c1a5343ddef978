import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { UpdatePage } from './update-page.tsx'
import type { UpdateRequest } from '#base/lib/package-update.schema.ts'
import type { UpdateStatus } from './update.schema.ts'

const calls = vi.hoisted(() => ({
  status: vi.fn<() => Promise<UpdateStatus>>(),
  phase: vi.fn<() => Promise<string>>(),
  look: vi.fn(),
  fetch: vi.fn<() => Promise<UpdateStatus>>(),
  begin: vi.fn<(input: { data: UpdateRequest }) => Promise<void>>(),
}))
vi.mock('./update.data.ts', () => ({
  updateStatusQuery: { queryKey: ['settings', 'update'], queryFn: calls.status, retry: false },
  startPhaseQuery: { queryKey: ['start-phase'], queryFn: calls.phase, retry: false },
  lookForUpdate: calls.look,
  fetchUpdatePackage: calls.fetch,
  beginUpdateNow: calls.begin,
  isBusy: ({ waiting, last }: UpdateStatus) => waiting !== null || last?.phase === 'installing',
  UPDATES_URL: '/api/v1/updates',
}))
beforeEach(() => void Object.values(calls).forEach((call) => call.mockReset()))

const fromPackage: UpdateStatus = {
  version: '1.1.0',
  isPackage: true,
  isAnnounced: true,
  sent: null,
  waiting: null,
  last: null,
}
const last = {
  phase: 'updated',
  from: '1.0.0-1',
  to: '1.1.0-1',
  at: '2026-11-27T08:00:00.000Z',
  reason: '',
  before: '1.0.0-1',
} as const

const button = (name: string) => page.getByRole('button', { name })
const show = async (status: Partial<UpdateStatus>) => {
  calls.status.mockResolvedValue({ ...fromPackage, ...status })
  await renderPage(<UpdatePage timeZone="UTC" />)
}

test('A newer version is looked for, fetched, and installed once that is confirmed', async () => {
  calls.look.mockResolvedValue({ announced: { version: '1.2.0', isNewer: true, hasPackage: true }, problem: null })
  const sent = { version: '1.2.0-1', size: 51_000_000 }
  calls.fetch.mockResolvedValue({ ...fromPackage, sent })
  calls.begin.mockResolvedValue()
  await show({})
  await userEvent.click(button(m.update_look()))
  await userEvent.click(button(m.update_fetch({ version: '1.2.0' })))
  calls.status.mockResolvedValue({ ...fromPackage, sent, waiting: 0 })
  await userEvent.click(button(m.update_install({ version: '1.2.0-1' })))
  await expect.element(page.getByText(m.update_confirm_text())).toBeVisible()
  expect(calls.begin).not.toHaveBeenCalled()
  await userEvent.click(
    page.getByRole('alertdialog').getByRole('button', { name: m.update_install({ version: '1.2.0-1' }) }),
  )
  await vi.waitFor(() => expect(calls.begin).toHaveBeenCalledWith({ data: { action: 'update' } }))
  await expect.element(page.getByText(m.update_phase_waiting(), { exact: false })).toBeVisible()
})

test('That the address does not answer is said in its words', async () => {
  calls.look.mockResolvedValue({ announced: null, problem: 'updates.example.org does not answer (ENOTFOUND)' })
  await show({})
  await userEvent.click(button(m.update_look()))
  await expect.element(page.getByText('updates.example.org does not answer (ENOTFOUND)')).toBeVisible()
})

test('How the last update ended is told, with its way back', async () => {
  await show({ last })
  await expect.element(page.getByText(/^Updated from 1\.0\.0-1 to 1\.1\.0-1/)).toBeVisible()
  await userEvent.click(button(m.update_back({ version: '1.0.0-1' })))
  await expect.element(page.getByText(m.update_back_text())).toBeVisible()
})

test('A version that did not start is told with what it said', async () => {
  await show({ last: { ...last, phase: 'returned', reason: 'Error: no such table', before: null } })
  await expect.element(page.getByText(/^Version 1\.1\.0-1 did not start/)).toBeVisible()
  await expect.element(page.getByText('Error: no such table')).toBeVisible()
  await expect.element(button(m.update_choose())).toBeVisible()
})

test('While an update is on its way, its phase is shown and nothing else can begin', async () => {
  await show({ last: { ...last, phase: 'installing' } })
  await expect.element(page.getByText(m.update_closed(), { exact: false })).toBeVisible()
  await expect.element(button(m.update_choose())).not.toBeInTheDocument()
})

test('While the new version starts, the page says what it waits for', async () => {
  calls.phase.mockResolvedValue('updating')
  await show({ last: { ...last, phase: 'installing' } })
  calls.status.mockRejectedValue(new Error('503'))
  // As when the person comes back to the window: it is asked again.
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText(m.starting_updating_title(), { exact: false })).toBeVisible()
})

test('A request that nothing takes is said, with where to look', async () => {
  await show({ waiting: 120 })
  await expect.element(page.getByText(m.update_not_begun())).toBeVisible()
})

test('Elsewhere it says who updates the library, and how', async () => {
  await show({ isPackage: false, isAnnounced: false })
  await expect.element(page.getByText(m.update_unasked())).toBeVisible()
  await expect.element(page.getByText(m.update_elsewhere())).toBeVisible()
  await expect.element(button(m.update_choose())).not.toBeInTheDocument()
})
