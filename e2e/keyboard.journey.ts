import { tabTo } from './keyboard.ts'
import { books, expect, heading, newAddress, open, test } from './test.ts'

test(
  'Everything from sign-in to a book can be done by keyboard alone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, codeFor }) => {
    const email = newAddress()
    await open(page, '/login')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('verify_page_title'))
    await page.keyboard.type(await codeFor(email))
    await expect(heading(page)).toHaveText(w('onboarding_title'))
    await page.keyboard.type('Amina')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('onboarding_success', { name: 'Amina' }))
    await tabTo(page, page.getByRole('main').getByRole('link', { name: w('home_all_books') }))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('books_title'))
    await tabTo(page, page.getByLabel(w('books_search_label')))
    await page.keyboard.type('fahrenheit')
    await expect(books(page)).toHaveCount(1)
    await tabTo(page, books(page).getByRole('link'))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Fahrenheit 451')
    await tabTo(page, page.getByRole('main').getByRole('link', { name: w('nav_books'), exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(w('books_search_label'))).toHaveValue('fahrenheit')
  },
)

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test(
    'hears of every new page, and the focus is at its heading',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w }) => {
      await open(page, '/app')
      const navigation = page.getByRole('navigation').filter({ visible: true })
      for (const [link, text, title] of [
        [w('nav_books'), w('books_title'), w('books_page_title')],
        [w('nav_account'), w('account_title'), w('account_page_title')],
        [w('nav_home'), w('home_greeting', { name: 'Amina' }), w('home_page_title')],
      ] as const) {
        await navigation.getByRole('link', { name: link, exact: true }).click()
        await expect(heading(page)).toHaveText(text)
        await expect(heading(page)).toBeFocused()
        await expect(page.getByRole('status').filter({ hasText: `${title} · Maktaba` })).toBeAttached()
        await expect(navigation.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page')
      }
      await navigation.getByRole('link', { name: w('nav_books'), exact: true }).click()
      await page.getByRole('main').getByRole('link', { name: '10% Happier' }).click()
      await expect(page).toHaveURL(/\/app\/books\//)
      await expect(heading(page)).toHaveText('10% Happier')
      await expect(heading(page)).toBeFocused()
      const author = page.getByRole('main').getByRole('link', { name: 'Dan Harris' })
      await author.click()
      await expect(heading(page)).toHaveText(w('books_by', { author: 'Dan Harris' }))
      await page.goBack()
      await expect(author).toBeFocused()
      await page.goBack()
      await expect(heading(page)).toHaveText(w('books_title'))
    },
  )

  test('skips the navigation with the first link of the page', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, '/app/books')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: w('common_skip_to_content') })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })
})
