import { readFileSync } from 'node:fs'
import { testAsSharedManager } from './own-manager.ts'
import { addBook, changeBook } from '../testing/books-api.ts'
import { expect, heading, open, reload } from './test.ts'

const test = testAsSharedManager

test('A manager finds what was changed by filters and search', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  const stem = `Nyota${Date.now()}`
  const first = await addBook(page, { title: `${stem} ya kwanza` })
  for (const which of ['pili', 'tatu', 'nne']) await addBook(page, { title: `${stem} ya ${which}` })
  await changeBook(page, first.id, { publisher: 'Mkuki na Nyota' })

  await open(page, '/manager/dashboard')
  await page.getByRole('link', { name: w('activity_all') }).click()
  await expect(heading(page)).toHaveText(w('activity_title'))
  const main = page.getByRole('main')
  await main.getByRole('searchbox').fill(stem)
  await expect(page).toHaveURL(`/manager/activity?searchTerm=${stem}`)

  // The four that were added are one line, which opens.
  const rows = main.getByRole('region', { name: w('activity_title') }).getByRole('listitem')
  await expect(rows.first()).toContainText('Mkuki na Nyota')
  const burst = rows.filter({ has: page.getByRole('button', { name: w('activity_open') }) })
  await burst.getByRole('button', { name: w('activity_open') }).press('Enter')
  await expect(main.getByText(`${stem} ya tatu`)).toBeVisible()

  // A chosen filter stands in the address and as a chip, which takes it back.
  await main.getByRole('combobox', { name: w('activity_kind') }).selectOption({ label: w('activity_kind_update') })
  await expect(page).toHaveURL(/[?&]change=update/)
  await expect(rows).not.toContainText([`${stem} ya tatu`])
  const chip = main.getByRole('button', { name: w('list_filter_remove', { filter: w('activity_kind_update') }) })
  await reload(page)
  await chip.click()
  await expect(page).toHaveURL(`/manager/activity?searchTerm=${stem}`)

  // What is found is a file.
  const download = page.waitForEvent('download')
  await main.getByRole('link', { name: w('activity_export') }).click()
  const path = await (await download).path()
  expect(readFileSync(path, 'utf8').trim().split('\r\n').slice(1)).toHaveLength(5)

  // Days, by a dialog; none of them has any activity.
  await main.getByRole('button', { name: w('activity_days_all') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w('activity_days_to')).fill('2020-02-29')
  await dialog.getByRole('button', { name: w('activity_days_show') }).click()
  await expect(page).toHaveURL(/[?&]to=2020-02-29/)
  await expect(main.getByRole('heading', { name: w('activity_none_title') })).toBeVisible()
  await main
    .getByRole('link', { name: w('activity_all') })
    .first()
    .click()
  await expect(page).toHaveURL('/manager/activity')
  await expect(rows.first()).toBeVisible()

  // The burst is taken back as one; what was changed since stays and is named.
  await open(page, `/manager/activity?searchTerm=${stem}`)
  await burst.getByRole('button', { name: w('undo_burst') }).press('Enter')
  await expect(page.getByText(w('undo_burst_done', { count: 3, shown: '3' }))).toBeVisible()
  await expect(page.getByText(`${stem} ya kwanza: `)).toBeVisible()
})
