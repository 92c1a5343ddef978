import { testAsManager } from './own-manager.ts'
import { expect, heading, open } from './test.ts'

const test = testAsManager()

test('A manager adds, changes, finds and deletes a shelf, and takes that back', async ({ page, w }) => {
  await open(page, '/manager/shelves')
  await page.getByRole('link', { name: w('shelf_new') }).click()
  await page.getByLabel(w('shelf_name')).fill('By the window')
  await page.getByLabel(w('shelf_note')).fill('Second floor')
  await page.getByRole('button', { name: w('noun_save') }).click()
  await expect(heading(page)).toHaveText('By the window')

  await page.getByRole('link', { name: w('noun_edit') }).click()
  await page.getByLabel(w('shelf_note')).fill('Cellar')
  await page.getByRole('button', { name: w('noun_save') }).click()
  await expect(page.getByRole('link', { name: w('noun_edit') })).toBeVisible()
  await expect(page.getByText('Cellar').first()).toBeVisible()

  await open(page, '/manager/shelves?searchTerm=wind')
  await page.getByRole('main').getByRole('link', { name: 'By the window' }).click()
  await page.getByRole('button', { name: w('shelf_delete') }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: w('shelf_delete') }).click()
  await expect(page.getByText(w('books_empty_title'))).toBeVisible()
  await page.getByRole('button', { name: w('books_undo') }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'By the window' })).toBeVisible()
})
