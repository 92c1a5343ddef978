import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { CopyBulkDialog, type Asked } from './copy-bulk-dialog.tsx'

vi.mock('./copy-bulk.data.ts', () => ({ copyBulkCalls: {} }))

const [set, remove] = [vi.fn(), vi.fn()]
beforeEach(() => vi.clearAllMocks())

const show = (asked: Asked) =>
  renderPage(
    <CopyBulkDialog
      asked={asked}
      count={3}
      isBusy={false}
      onClose={() => undefined}
      onSet={set}
      onDelete={remove}
      lastFocus={{ current: null }}
    />,
  )

test('Copies are withdrawn with a reason only, or deleted where they were never lent', async () => {
  await show('withdrawnReason')
  await expect.element(page.getByText(m.copy_withdraw_text())).toBeVisible()
  await page.getByRole('button', { name: m.copy_withdraw(), exact: true }).click()
  await expect.element(page.getByText(m.validation_required())).toBeVisible()
  expect(set).not.toHaveBeenCalled()
  await page.getByRole('textbox', { name: m.copy_withdrawn_reason() }).fill('Torn')
  await userEvent.keyboard('{Enter}')
  expect(set).toHaveBeenCalledExactlyOnceWith({ condition: 'withdrawn', withdrawnReason: 'Torn' })
  await page.getByRole('button', { name: m.copy_delete_never_lent() }).click()
  expect(remove).toHaveBeenCalledOnce()
})

test('The state is chosen among all but withdrawn, which asks for a reason', async () => {
  await show('condition')
  const field = page.getByRole('combobox', { name: m.copy_condition() })
  await expect.element(field.getByRole('option', { name: m.copy_lost() })).toBeInTheDocument()
  expect(field.getByRole('option', { name: m.copy_withdrawn() }).elements()).toEqual([])
  await field.selectOptions('damaged')
  await page.getByRole('button', { name: /3/ }).click()
  expect(set).toHaveBeenCalledExactlyOnceWith({ condition: 'damaged' })
})

test('An empty place clears it', async () => {
  await show('location')
  await page.getByRole('button', { name: /3/ }).click()
  expect(set).toHaveBeenCalledExactlyOnceWith({ location: '' })
})
