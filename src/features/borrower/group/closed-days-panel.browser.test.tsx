import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#errors/app-error.ts'
import { formatDay } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { ClosedDaysPanel } from './closed-days-panel.tsx'
import { closeOnDays, openOnDays } from './group.data.ts'

const EID = { from: '2999-03-20', to: '2999-03-22', note: 'Eid' }
vi.mock('./group.data.ts', () => ({
  closedDaysQuery: { queryKey: ['closed'], queryFn: () => [{ from: '2999-03-20', to: '2999-03-22', note: 'Eid' }] },
  closeOnDays: vi.fn(() => Promise.resolve()),
  openOnDays: vi.fn(() => Promise.resolve()),
}))
beforeEach(() => void vi.clearAllMocks())

const first = page.getByLabelText(m.closed_from(), { exact: true })
const last = page.getByLabelText(m.closed_to(), { exact: true })
const add = page.getByRole('button', { name: m.closed_add() })

test('A day and a range are closed, and a limit is said at its field', async () => {
  await renderPage(<ClosedDaysPanel />)
  await userEvent.click(add)
  await expect.element(first).toHaveAttribute('aria-invalid', 'true')
  await expect.element(last).not.toHaveAttribute('aria-invalid')
  expect(closeOnDays).not.toHaveBeenCalled()

  await userEvent.fill(first, '2999-05-01')
  await userEvent.click(add)
  await expect.poll(() => vi.mocked(closeOnDays).mock.lastCall).toEqual([{ data: { from: '2999-05-01', note: '' } }])
  await expect.element(first).toHaveValue('')

  const fields = { to: { key: 'validation_date_min', params: { limit: '2999-05-01' } } } as const
  const refusal = new AppError({ code: 'VALIDATION_ERROR', status: 422, message: 'refused', fields })
  vi.mocked(closeOnDays).mockRejectedValueOnce(refusal)
  await userEvent.fill(first, '2999-05-01')
  await userEvent.fill(last, '2999-04-01')
  await userEvent.click(add)
  await expect.element(page.getByText(m.validation_date_min({ limit: formatDay('2999-05-01') }))).toBeVisible()
  await expect.element(last).toHaveValue('2999-04-01')
})

test('Days are opened again, which is taken back', async () => {
  await renderPage(<ClosedDaysPanel />)
  const days = m.closed_from_to({ from: formatDay(EID.from), to: formatDay(EID.to) })
  await userEvent.click(page.getByRole('button', { name: m.closed_open_of({ days }) }))
  await expect.element(page.getByText(m.closed_opened())).toBeVisible()
  expect(openOnDays).toHaveBeenCalledWith({ data: { from: EID.from, to: EID.to } })
  await userEvent.click(page.getByRole('button', { name: m.books_undo() }))
  await expect.poll(() => vi.mocked(closeOnDays).mock.lastCall).toEqual([{ data: EID }])
})
