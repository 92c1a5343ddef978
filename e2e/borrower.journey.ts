import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'genres' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

test('A class and a borrower are added, changed and erased', { tag: '@desktop' }, async ({ page, w, watched }) => {
  watched.allow(/status of 409/)
  await open(page, '/manager/settings')
  await page.getByLabel(w('lending_switch')).check()
  await page.getByRole('button', { name: w('noun_save') }).click()
  await expect(page.getByText(w('lending_saved'))).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: w('borrower_list') })
    .first()
    .click()
  await expect(heading(page)).toHaveText(w('borrower_list'))

  await page.goto('/manager/borrowers/groups')
  await page.getByRole('button', { name: w('group_new') }).click()
  await page.getByLabel(w('group_name'), { exact: true }).fill('6B')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('noun_save') })
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: '6B' })).toBeVisible()

  await open(page, '/manager/borrowers/new')
  await page.getByLabel(w('borrower_name'), { exact: true }).fill('Baraka Otieno')
  await page.getByLabel(w('borrower_group'), { exact: true }).selectOption('6B')
  await page.getByRole('button', { name: w('noun_save') }).click()
  await expect(heading(page)).toHaveText('Baraka Otieno')
  await expect(page.getByText('20000011')).toBeVisible()

  // The number of a card is used once, which the form says at the field.
  await open(page, '/manager/borrowers/new')
  await page.getByLabel(w('borrower_name'), { exact: true }).fill('Neema')
  await page.getByLabel(w('borrower_card'), { exact: true }).fill('20000011')
  await page.getByRole('button', { name: w('noun_save') }).click()
  await expect(page.getByText(w('lending_number_taken')).first()).toBeVisible()

  await open(page, '/manager/borrowers?searchTerm=baraka')
  await page.getByRole('link', { name: 'Baraka Otieno' }).click()
  await page.getByRole('button', { name: w('borrower_erase') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('borrower_erase') })
    .click()
  await expect(heading(page)).toHaveText(w('borrower_list'))
  await expect(page.getByRole('link', { name: 'Baraka Otieno' })).toHaveCount(0)
})
