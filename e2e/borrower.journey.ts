import { isolated } from '#base/i18n/isolated.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open, reload } from './test.ts'

const test = testWith(async () => ({ SEED: 'genres' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

test(
  'A class and a borrower are added and changed; to the trash, back, and erased',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 40[49]/)
    await open(page, '/manager/settings')
    await page.getByLabel(w('lending_switch')).check()
    await page
      .getByRole('form', { name: w('lending_title') })
      .getByRole('button', { name: w('noun_save') })
      .click()
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

    // A name that the desk does not know becomes a borrower, whom it then opens: once, not after a reload.
    await open(page, '/manager/desk')
    const field = page.getByLabel(w('desk_field'))
    await field.fill('Zuhura Juma')
    await field.press('Enter')
    await expect(page.getByText(w('desk_no_name_nor_title', { name: 'Zuhura Juma' })).last()).toBeVisible()
    await expect(page.getByRole('link', { name: w('desk_add_to_book') })).toHaveCount(0)
    await page.getByRole('link', { name: w('desk_make_borrower') }).click()
    await expect(page.getByLabel(w('borrower_name'), { exact: true })).toHaveValue('Zuhura Juma')
    await page.getByLabel(w('borrower_group'), { exact: true }).selectOption('6B')
    await page.getByRole('button', { name: w('noun_save') }).click()
    const opened = page.getByRole('region', { name: 'Zuhura Juma' })
    await expect(opened).toBeVisible()
    await reload(page)
    await expect(heading(page)).toHaveText(w('desk_title'))
    await expect(page.getByText(w('desk_none_today'))).toBeVisible()
    await expect(opened).toHaveCount(0)

    // The number of a card is used once, which the form says at the field.
    await open(page, '/manager/borrowers/new')
    await page.getByLabel(w('borrower_name'), { exact: true }).fill('Neema')
    await page.getByLabel(w('borrower_card'), { exact: true }).fill('20000011')
    await page.getByRole('button', { name: w('noun_save') }).click()
    await expect(page.getByText(w('lending_number_of_borrower', { name: 'Baraka Otieno' }))).toBeVisible()

    await open(page, '/manager/borrowers?searchTerm=baraka')
    await page.getByRole('link', { name: 'Baraka Otieno' }).click()
    const question = page.getByRole('alertdialog')
    await page.getByRole('button', { name: w('trash_move') }).click()
    await expect(question).toHaveAccessibleName(w('borrower_trash_ask_title', { name: isolated('Baraka Otieno') }))
    await question.getByRole('button', { name: w('trash_move') }).click()
    await expect(heading(page)).toHaveText(w('borrower_list'))
    await expect(page.getByRole('link', { name: 'Baraka Otieno' })).toHaveCount(0)
    await page.getByRole('link', { name: w('borrower_trash_link'), exact: true }).click()
    await expect(heading(page)).toHaveText(w('borrower_trash_title'))
    await page.getByRole('link', { name: 'Baraka Otieno' }).click()
    await expect(heading(page)).toHaveText(w('borrower_trash_page_title'))
    await page.getByRole('button', { name: w('trash_restore'), exact: true }).click()
    await expect(heading(page)).toHaveText('Baraka Otieno')
    await expect(page.getByText('20000011')).toBeVisible()

    await page.getByRole('button', { name: w('trash_move') }).click()
    await question.getByRole('button', { name: w('trash_move') }).click()
    // Back to the list from which they were opened.
    await expect(heading(page)).toHaveText(w('borrower_trash_title'))
    await open(page, '/manager/borrowers/trash')
    await page.getByRole('button', { name: w('trash_empty') }).click()
    await expect(question).toHaveAccessibleName(w('borrower_erase_title', { name: isolated('Baraka Otieno') }))
    await question.getByRole('button', { name: w('trash_empty') }).click()
    await expect(page.getByText(w('borrower_trash_none_title'))).toBeVisible()
    await open(page, '/manager/activity')
    await expect(page.getByRole('main')).not.toContainText('Baraka Otieno')
    await expect(page.getByText(w('desk_former')).first()).toBeVisible()
  },
)
