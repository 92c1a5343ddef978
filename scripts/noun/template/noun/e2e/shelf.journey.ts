import { testAsManager } from './own-manager.ts'
import { expect, heading, open } from './test.ts'

const test = testAsManager()

test('A manager adds, finds, changes and deletes a shelf', async ({ page, w }) => {
  await open(page, '/manager/shelves')
  await expect(heading(page)).toHaveText(w('shelf_list'))
  await page.getByRole('link', { name: w('shelf_new') }).click()
  await page.getByLabel(w('shelf_name')).fill('By the window')
  await page.getByLabel(w('shelf_note')).fill('Second floor')
  await page.getByRole('button', { name: w('shelf_save') }).click()
  await expect(heading(page)).toHaveText('By the window')
  await expect(page.getByText('Second floor')).toBeVisible()

  await page.getByRole('link', { name: w('shelf_edit') }).click()
  await page.getByLabel(w('shelf_note')).fill('Cellar')
  await page.getByRole('button', { name: w('shelf_save') }).click()
  await expect(page.getByText('Cellar').first()).toBeVisible()

  await open(page, '/app/shelves?searchTerm=wind')
  await page.getByRole('main').getByRole('link', { name: 'By the window' }).click()
  await expect(heading(page)).toHaveText('By the window')

  await open(page, '/manager/shelves')
  await page.getByRole('main').getByRole('link', { name: 'By the window' }).click()
  await page.getByRole('button', { name: w('shelf_delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('shelf_delete') })
    .click()
  await expect(heading(page)).toHaveText(w('shelf_list'))
  await expect(page.getByText(w('shelf_empty_title'))).toBeVisible()
})
