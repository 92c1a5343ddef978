import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localError } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { HealthPage } from './health-page.tsx'
import type { Health } from './health.schema.ts'

const { examine, confirmDate } = vi.hoisted(() => ({
  examine: vi.fn<() => Promise<Health>>(),
  confirmDate: vi.fn(() => Promise.resolve()),
}))
vi.mock('./health.data.ts', () => ({
  confirmDate,
  HELP_REPORT_URL: '/api/v1/help-report',
  healthQuery: { queryKey: ['settings', 'health'], queryFn: examine, retry: false },
}))
beforeEach(() => examine.mockReset())

const again = page.getByRole('button', { name: m.health_again() })
const at = new Date('2026-11-27T08:00:00Z')

test('What is wrong is said first, with where to do something about it', async () => {
  examine.mockResolvedValue({
    at,
    findings: [
      { code: 'backups_old', state: 'fault', values: { path: '/data/one.maktaba', days: 5 } },
      { code: 'disk', state: 'good', values: { free: 40 * 1024 ** 3, folder: '/data' } },
    ],
  })
  await renderPage(<HealthPage timeZone="UTC" />)
  const [first, second] = [page.getByRole('listitem').first(), page.getByRole('listitem').last()]
  await expect.element(first.getByText(m.health_fault())).toBeVisible()
  await expect.element(first.getByText(/5 days old/)).toBeVisible()
  await expect.element(second.getByText(/40 GB free for \/data/)).toBeVisible()
  await expect.element(first.getByRole('link', { name: m.backups_title() })).toHaveAttribute('href', '/manager/backups')
  await expect
    .element(page.getByRole('link', { name: m.health_report_save() }))
    .toHaveAttribute('href', '/api/v1/help-report')
})

test('A date in doubt is confirmed by one press, and looked at again', async () => {
  const [here, last] = ['2027-12-30T08:00:00Z', '2026-11-27T08:00:00Z']
  examine.mockResolvedValueOnce({
    at,
    findings: [{ code: 'clock_doubted', state: 'fault', values: { why: 'gap', here, last } }],
  })
  examine.mockResolvedValue({ at, findings: [{ code: 'version', state: 'good', values: {} }] })
  await renderPage(<HealthPage timeZone="UTC" />)
  await expect.element(page.getByText(/Until the date is certain, nothing is deleted/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.health_date_confirm() }))
  await expect.element(page.getByText(m.health_all_good())).toBeVisible()
  expect(confirmDate).toHaveBeenCalledOnce()
})

test('It is said that all is well, and looked at again when asked', async () => {
  examine.mockResolvedValue({ at, findings: [{ code: 'version', state: 'good', values: {} }] })
  await renderPage(<HealthPage timeZone="UTC" />)
  await expect.element(page.getByText(m.health_all_good())).toBeVisible()
  await userEvent.click(again)
  await vi.waitFor(() => expect(examine).toHaveBeenCalledTimes(2))
})

test('A failure is said, with a way to try again; the report is there nevertheless', async () => {
  examine.mockRejectedValueOnce(localError('NETWORK'))
  examine.mockResolvedValue({ at, findings: null })
  await renderPage(<HealthPage timeZone="UTC" />)
  await expect.element(page.getByText(m.health_failed())).toBeVisible()
  await expect.element(page.getByRole('link', { name: m.health_report_save() })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: m.common_try_again() }))
  await expect.element(page.getByText(m.health_demo())).toBeVisible()
})
