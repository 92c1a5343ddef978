import { bookField, NEW_BOOK, newTitle, saveButton } from '../testing/book-form.ts'
import { findBooks } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, heading, open } from './test.ts'

test.describe.configure({ mode: 'default' })

test(
  'What is wrong in an optional field is said at it, and nothing is saved',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    const title = newTitle()
    await open(page, NEW_BOOK)
    await bookField(page, w, 'book_title').fill(title)
    await page.getByText(w('book_more_details')).click()
    await page.getByRole('textbox', { name: w('book_isbn') }).fill('9782020289270')
    await page.getByRole('textbox', { name: w('book_year') }).fill('n.d.')
    await page.getByRole('combobox', { name: w('book_language') }).fill('Klingonish')
    await page.getByRole('textbox', { name: w('book_subjects') }).fill('s'.repeat(101))
    await page.getByRole('button', { name: w('book_detail_add') }).click()
    await page.getByRole('textbox', { name: w('book_detail_value_new'), exact: true }).fill('Ama')
    await saveButton(page, w).click()
    for (const problem of [
      w('book_isbn_invalid'),
      w('book_year_invalid', { limit: new Date().getFullYear() + 2 }),
      w('book_language_unknown'),
      w('validation_string_max', { limit: 100 }),
      w('book_detail_unnamed'),
    ])
      await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible()
    expect(await findBooks(page, title)).toEqual([])
  },
)

test(
  'The optional fields are written, read, and lead to other books',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    const title = newTitle()
    await open(page, NEW_BOOK)
    await bookField(page, w, 'book_title').fill(title)
    await page.getByText(w('book_more_details')).click()
    const isbn = page.getByRole('textbox', { name: w('book_isbn') })
    await isbn.fill('9782020289270')
    await expect(page.getByText(w('book_isbn_invalid'))).toBeVisible()
    await isbn.fill('2-02-028927-X')
    await isbn.press('Enter')
    await expect(page.getByText('978-2-02-028927-6')).toBeVisible()
    await page.getByRole('textbox', { name: w('book_year') }).fill('١٩٩٦')
    await page.getByRole('combobox', { name: w('book_language') }).fill('kiswahili')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: w('book_series') }).fill(`Points ${title}`)
    await page.getByRole('textbox', { name: w('book_subjects') }).fill('Algérie; Guerre')
    await page.getByRole('textbox', { name: w('book_summary') }).fill('Quatre amis.\n\nUne femme.')
    await page.getByRole('button', { name: w('book_detail_add') }).click()
    await page.getByRole('textbox', { name: w('book_detail_name'), exact: true }).fill('Donor')
    await page.getByRole('textbox', { name: w('book_detail_value', { name: 'Donor' }) }).fill('Ama')
    await saveButton(page, w).click()
    await expect(heading(page)).toHaveText(title)
    const [saved] = await findBooks(page, title)
    expect(saved).toMatchObject({
      isbn: ['9782020289276'],
      year: 1996,
      language: 'sw',
      subjects: ['Algérie', 'Guerre'],
      summary: 'Quatre amis.\n\nUne femme.',
      details: [{ name: 'Donor', value: 'Ama' }],
    })
    await expect(page.getByRole('main')).toContainText('978-2-02-028927-6')
    await page.getByRole('link', { name: `Points ${title}` }).click()
    await expect(
      page.getByRole('button', { name: w('list_filter_remove', { filter: `Points ${title}` }) }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: title })).toHaveCount(1)
  },
)
