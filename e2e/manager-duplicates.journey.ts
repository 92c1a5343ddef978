import { addDuplicates, groups, openDuplicates } from '../testing/duplicates.ts'
import { changeBook, findBook } from '../testing/books-api.ts'
import { testAsManager } from './own-manager.ts'
import { expect, heading, open } from './test.ts'

const test = testAsManager({ SEED: 'genres' })
test.describe.configure({ mode: 'default' })

test(
  'Possible duplicates are merged field by field, and a merge comes apart again',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await addDuplicates(page)
    await openDuplicates(page)
    const hobbits = groups(page).filter({ hasText: 'Hobitt' })
    await expect(hobbits.locator('mark').filter({ hasText: 'Hobitt' })).toBeVisible()

    await hobbits.getByRole('button', { name: w('duplicates_merge') }).click()
    await expect(hobbits.getByRole('heading', { name: w('duplicates_choose') })).toBeFocused()
    await hobbits.getByRole('radio', { name: 'The Hobbit', exact: true }).check()
    await hobbits.getByRole('radio', { name: 'Houghton Mifflin', exact: true }).check()
    const old = await findBook(page, 'hobitt')
    await hobbits
      .getByRole('button', { name: w('duplicates_submit', { books: w('activity_books', { count: 3, shown: 3 }) }) })
      .click()
    await expect(page.getByText(w('duplicates_merged'))).toBeVisible()
    await expect(groups(page)).toHaveCount(2)
    await expect(
      groups(page)
        .first()
        .getByRole('button', { name: w('duplicates_merge') }),
    ).toBeFocused()
    const merged = await findBook(page, 'hobbit')
    expect(merged).toMatchObject({ title: 'The Hobbit', publisher: 'Houghton Mifflin' })

    // Old addresses redirect, in both areas and in the API.
    for (const area of ['app', 'manager']) {
      if (old.id === merged.id) break
      await open(page, `/${area}/books/${old.id}`)
      await expect(page).toHaveURL(`/${area}/books/${merged.id}`)
      await expect(heading(page)).toHaveText('The Hobbit')
    }
    await open(page, `/manager/books/${merged.id}`)
    await changeBook(page, merged.id, { publisher: 'HarperCollins' })
    await page.getByRole('button', { name: w('book_take_apart') }).click()
    await expect(page.getByText(w('duplicates_split'))).toBeVisible()
    await openDuplicates(page)
  },
)

test('What is not the same is gone, and comes back by Undo', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await addDuplicates(page)
  await openDuplicates(page)
  const suns = groups(page).filter({ hasText: 'Yellow Sun' })
  await suns.getByRole('button', { name: w('duplicates_not_same') }).click()
  await expect(page.getByText(w('duplicates_dismissed'))).toBeVisible()
  await expect(suns).toHaveCount(0)
  await page.getByRole('button', { name: w('duplicates_undo') }).click()
  await expect(suns).toBeVisible()
})

test(
  'The keys move through the groups, and later is at the end',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await addDuplicates(page)
    await openDuplicates(page)
    const opener = (at: number) =>
      groups(page)
        .nth(at)
        .getByRole('button', { name: w('duplicates_merge') })
    await page.keyboard.press('j')
    await expect(opener(0)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(opener(1)).toBeFocused()
    await page.keyboard.press('k')
    const first = await groups(page).first().getByRole('link').first().textContent()
    await groups(page)
      .first()
      .getByRole('button', { name: w('duplicates_later') })
      .click()
    await expect(groups(page).last()).toContainText(first ?? '')
    await expect(opener(0)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      groups(page)
        .first()
        .getByRole('heading', { name: w('duplicates_choose') }),
    ).toBeFocused()
    await groups(page)
      .first()
      .getByRole('button', { name: w('common_cancel') })
      .click()
    await expect(opener(0)).toBeFocused()
    await open(page, '/manager/dashboard')
    await expect(
      page.getByRole('link', { name: w('dashboard_attention_duplicates', { count: 3, shown: 3 }) }),
    ).toBeVisible()
  },
)
