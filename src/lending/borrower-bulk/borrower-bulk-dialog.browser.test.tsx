import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { BorrowerBulkDialog, type AskedField } from './borrower-bulk-dialog.tsx'
import { countedBorrowers } from './shared/borrower-bulk-page.ts'

const preview = vi.hoisted(() => vi.fn())
vi.mock('./borrower-bulk.data.ts', () => ({
  borrowerBulkCalls: {},
  borrowerBulkPreviewQuery: (input: unknown) => ({ queryKey: ['preview', input], queryFn: () => preview(input) }),
}))

vi.mock('#lending/borrower/group/group.data.ts', () => ({
  groupsQuery: { queryKey: ['groups'], queryFn: async () => ({ items: [] }) },
}))

const set = vi.fn()
beforeEach(() => {
  vi.clearAllMocks()
  preview.mockResolvedValue({ changed: 2, unchanged: 1, refused: [] })
})

const borrowers = { filter: {}, except: [] }
const show = (asked: AskedField) =>
  renderPage(
    <BorrowerBulkDialog
      asked={asked}
      borrowers={borrowers}
      count={3}
      isBusy={false}
      onClose={() => undefined}
      onSet={set}
      lastFocus={{ current: null }}
    />,
  )

test('A block needs a reason, and says what it would change before it is made', async () => {
  await show('blockedNote')
  await page.getByRole('button', { name: m.borrower_block(), exact: true }).click()
  await expect.element(page.getByText(m.validation_required())).toBeVisible()
  expect(set).not.toHaveBeenCalled()
  await page.getByRole('textbox').fill('Holidays')
  await expect.element(page.getByText(m.borrower_preview_changed({ borrowers: countedBorrowers(2) }))).toBeVisible()
  await expect.element(page.getByText(m.borrower_preview_unchanged({ borrowers: countedBorrowers(1) }))).toBeVisible()
  expect(preview).toHaveBeenCalledExactlyOnceWith({ kind: 'set', borrowers, values: { blockedNote: 'Holidays' } })
  await userEvent.keyboard('{Enter}')
  expect(set).toHaveBeenCalledExactlyOnceWith({ blockedNote: 'Holidays' })
  await page.getByRole('button', { name: m.borrower_unblock() }).click()
  expect(set).toHaveBeenLastCalledWith({ blockedNote: '' })
})

test('An empty day clears the expiry', async () => {
  await show('expiresOn')
  await page.getByRole('button', { name: m.borrower_change({ borrowers: countedBorrowers(3) }) }).click()
  expect(set).toHaveBeenCalledExactlyOnceWith({ expiresOn: null })
})
