import { newTitle } from '../testing/book-form.ts'
import { testAsSharedManager } from './own-manager.ts'
import { ScreenReader } from './screen-reader.ts'
import { expect, newAddress, open, test } from './test.ts'

test.describe('In Arabic', () => {
  test.use({ locale: 'ar' })

  test(
    'Who sees nothing signs in, finds a book and reads about it',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, codeFor }) => {
      const email = newAddress()
      await open(page, '/login')
      const reader = await ScreenReader.start(page)
      await reader.expectFocus('textbox', w('login_email_label'))
      // What is wrong is said at once, and stands at the field.
      await reader.type('amina')
      await reader.key('Enter')
      await reader.expectToHear(w('email_invalid'), 'ar')
      const wrong = await reader.reach('textbox', w('login_email_label'))
      expect(wrong).toMatchObject({ description: w('email_invalid'), states: { invalid: 'true' } })
      await reader.key('Control+A')
      await reader.type(email)
      await reader.key('Enter')
      await reader.expectToHear(w('verify_page_title'), 'ar')
      await reader.expectFocus('textbox', w('verify_code_label'))
      await reader.type(await codeFor(email))
      await reader.expectFocus('textbox', w('onboarding_name_label'))
      await reader.type('آمنة')
      await reader.key('Enter')
      await reader.press('link', w('home_all_books'))
      await reader.expectToHear(w('books_page_title'), 'ar')
      await reader.expectFocus('heading', w('books_title'))
      await reader.reach('searchbox', w('books_search_label'))
      await reader.type('fahrenheit')
      await reader.expectToHear(w('list_results', { count: 1, total: '1', searchTerm: 'fahrenheit' }), 'ar')
      await reader.press('link', /Fahrenheit 451/)
      await reader.expectFocus('heading', 'Fahrenheit 451')
      await reader.expectToRead('Ray Bradbury')
      // The way back stands before the heading, and leads to the book in what was searched for.
      await reader.reach('link', w('nav_books'), 'Shift+Tab')
      await reader.key('Enter')
      await reader.expectFocus('link', /^Fahrenheit 451/)
      expect(await reader.reach('searchbox', w('books_search_label'), 'Shift+Tab')).toMatchObject({
        value: 'fahrenheit',
      })
    },
  )
})

test.describe('In French', () => {
  test.use({ locale: 'fr' })

  test(
    'Who sees nothing changes the name, goes through a long list, and signs out',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, newReader }) => {
      await newReader('Zawadi')
      await open(page, '/app/books')
      const reader = await ScreenReader.start(page)
      await reader.press('button', w('list_load_more'))
      await reader.expectToHear(w('list_more_came', { shown: 20 }), 'fr')
      // After the end of the page its beginning follows.
      await reader.press('link', w('nav_account'))
      await reader.expectFocus('heading', w('account_title'))
      await reader.press('link', w('account_change_name'))
      expect(await reader.expectFocus('textbox', w('onboarding_name_label'))).toMatchObject({ value: 'Zawadi' })
      await reader.key('Control+A')
      await reader.key('Delete')
      await reader.key('Enter')
      await reader.expectToHear(w('name_required'), 'fr')
      expect(await reader.expectFocus('textbox', w('onboarding_name_label'))).toMatchObject({
        description: w('name_required'),
        states: { invalid: 'true' },
      })
      await reader.type('Zawadi Achieng')
      await reader.key('Enter')
      await reader.expectToHear(w('account_name_updated'), 'fr')
      await reader.expectFocus('link', w('account_change_name'))
      // A question is said whole, and what asked for it has the focus again.
      await reader.press('button', w('account_sign_out'))
      await reader.expectToRead(w('account_sign_out_title'))
      // Its button is called as the one that asked for it: only the question that comes and goes tells them apart.
      await reader.expectFocusWithin('alertdialog', w('account_sign_out_title'))
      await reader.key('Escape')
      await reader.expectGone('alertdialog', w('account_sign_out_title'))
      await reader.expectFocus('button', w('account_sign_out'))
      await reader.key('Enter')
      await reader.expectFocusWithin('alertdialog', w('account_sign_out_title'))
      await reader.press('button', w('account_sign_out'))
      await reader.expectFocus('textbox', w('login_email_label'))
    },
  )
})

testAsSharedManager.describe('In Swahili', () => {
  testAsSharedManager.use({ locale: 'sw' })

  testAsSharedManager(
    'Who sees nothing adds a book, deletes it and takes that back',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w }) => {
      const title = newTitle()
      await open(page, '/manager/books')
      const reader = await ScreenReader.start(page)
      await reader.press('link', w('books_new'))
      await reader.expectFocus('textbox', w('book_title'))
      await reader.key('Enter')
      await reader.expectToHear(w('title_required'), 'sw')
      await reader.type(title)
      // That there are suggestions is said, and the chosen one is read.
      await reader.reach('combobox', w('book_author'))
      await reader.type('hugo vic')
      await expect.poll(async () => (await reader.focus())?.states.expanded).toBe(true)
      // Those of what was typed first may still be there.
      await expect(page.getByRole('option').first()).toContainText('Victor Hugo')
      await reader.key('ArrowDown')
      await reader.key('Enter')
      expect(await reader.expectFocus('combobox', w('book_author'))).toMatchObject({ value: 'Victor Hugo' })
      await reader.press('button', w('book_save'))
      // The saved book is shown, and its page said.
      await reader.expectToHear(title, 'sw')
      await reader.expectFocus('heading', title)
      await reader.press('button', w('book_delete'))
      await reader.press('button', w('trash_move'))
      await reader.expectToHear(w('book_deleted'), 'sw')
      await reader.key('Alt+T')
      await reader.press('button', w('books_undo'))
      await reader.expectToHear(w('trash_restored', { count: 1, shown: 1 }), 'sw')
    },
  )
})
