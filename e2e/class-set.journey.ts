import { askApi } from '../testing/books-api.ts'
import { testAsManager } from './own-manager.ts'
import { expect, open } from './test.ts'

const test = testAsManager()

test(
  'A class set is lent and comes back by scans, and what is missing is named',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const add = async (path: string, body: object) =>
      (await askApi(page, 'POST', path, body)) as { id: string; number: string }
    const { id: bookId } = await add('/books', { title: 'Une si longue lettre' })
    const numbers: string[] = []
    for (let copy = 0; copy < 5; copy += 1) numbers.push((await add('/copies', { bookId })).number)
    await add('/borrower-groups', { name: '5e Z' })

    await open(page, `/manager/books/${bookId}`)
    await page.getByRole('link', { name: w('class_set_lend') }).click()
    const field = page.getByLabel(w('class_set_scan'))
    for (const number of numbers.slice(0, 4)) {
      await field.fill(number)
      await field.press('Enter')
      await expect(field).toHaveValue('')
    }
    await field.fill('99999999')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText('99999999')
    const lendFour = page.getByRole('button', { name: w('class_set_lend_count', { count: 4, shown: '4' }) })
    await lendFour.click()
    await expect(page.getByText(w('class_set_for_missing'))).toBeVisible()
    await page.getByRole('combobox').fill('5e z')
    await page.getByRole('option').first().click()
    // Another desk lends one of them meanwhile.
    const { id: borrowerId } = await add('/borrowers', { name: 'Coumba Fall' })
    await add('/desk/scan', { actId: crypto.randomUUID(), code: numbers[0] ?? '', borrowerId })
    await lendFour.click()
    await expect(page.getByRole('status').filter({ hasText: '5e Z' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: numbers[0] ?? '' })).toContainText('Coumba Fall')

    await page.getByRole('link', { name: w('class_set_one_show') }).click()
    await page.getByLabel(w('class_set_scan')).fill(numbers[1] ?? '')
    await page.getByLabel(w('class_set_scan')).press('Enter')
    await page.getByRole('button', { name: w('class_set_return_count', { count: 1, shown: '1' }) }).click()
    await expect(page.getByText(w('class_set_out', { shown: '2' })).first()).toBeVisible()
    const missing = page
      .getByRole('complementary')
      .or(page.locator('section'))
      .filter({ hasText: numbers[2] ?? '' })
    await expect(missing.first()).toContainText(numbers[3] ?? '')

    // The feed of the desk has a line for each of the two acts, which leads back to the set.
    await open(page, '/manager/desk')
    await expect(page.getByRole('link', { name: 'Une si longue lettre' })).toHaveCount(2)
  },
)
