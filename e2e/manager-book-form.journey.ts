import { anotherButton, bookField, leaveQuestion, NEW_BOOK, newTitle, saveButton } from '../testing/book-form.ts'
import { findBook, findBooks } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, heading, open } from './test.ts'

test.describe.configure({ mode: 'default' })

test.describe('A new book', () => {
  test(
    'is written with what the catalogue has, and saved by Enter',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w }) => {
      const title = newTitle()
      await open(page, NEW_BOOK)
      await expect(bookField(page, w, 'book_title')).toBeFocused()
      await page.keyboard.type(title)
      await page.keyboard.press('Tab')
      await page.keyboard.type('hugo vic')
      await expect(page.getByRole('option', { name: /^Victor Hugo \d+ / })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(bookField(page, w, 'book_author')).toHaveValue('Victor Hugo')
      await expect(page.getByRole('option')).toHaveCount(0)
      await page.keyboard.press('Tab')
      await page.keyboard.type('nov')
      await expect(page.getByRole('option', { name: w('genre_novel') })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Tab')
      await expect(bookField(page, w, 'book_genre')).toHaveValue(w('genre_novel'))
      await page.keyboard.type('Hetzel')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(title)
      const [saved] = await findBooks(page, title)
      expect(saved).toMatchObject({ title, author: 'Victor Hugo', publisher: 'Hetzel', genre: { name: 'Novel' } })
    },
  )

  test('shows its cover while it is written', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, NEW_BOOK)
    const cover = page.getByRole('main').locator('.cover')
    const color = await cover.evaluate((element) => getComputedStyle(element).getPropertyValue('--ground'))
    await bookField(page, w, 'book_title').fill('Maru')
    await bookField(page, w, 'book_author').fill('Bessie Head')
    await bookField(page, w, 'book_genre').click()
    await page.getByRole('option', { name: w('genre_poetry') }).click()
    await expect(cover).toContainText('MaruBessie Head')
    expect(await cover.evaluate((element) => getComputedStyle(element).getPropertyValue('--ground'))).not.toBe(color)
  })

  test('never has old suggestions over new ones', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, NEW_BOOK)
    const first = Promise.withResolvers<void>()
    let calls = 0
    let isFirstAnswered = false
    await page.route(/suggestNames/, async (route) => {
      if (++calls === 1) {
        await first.promise
        isFirstAnswered = true
      }
      // It may have been aborted.
      await route.continue().catch(() => undefined)
    })
    await bookField(page, w, 'book_author').pressSequentially('h')
    await expect.poll(() => calls).toBe(1)
    await bookField(page, w, 'book_author').fill('bronte')
    const found = page.getByRole('option', { name: /Bront/ })
    await expect(found.first()).toBeVisible()
    const count = await page.getByRole('option').count()
    first.resolve()
    await expect.poll(() => isFirstAnswered).toBe(true)
    await page.waitForLoadState('networkidle')
    await expect(found.first()).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(count)
  })

  test('is followed by another one, empty, and the last one is linked', { tag: '@desktop' }, async ({ page, w }) => {
    const [title, author] = [newTitle(), `Head ${newTitle()}`]
    await open(page, NEW_BOOK)
    await bookField(page, w, 'book_title').fill(title)
    await bookField(page, w, 'book_author').fill(author)
    await bookField(page, w, 'book_genre').fill('sc')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText(w('genre_science'))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText(w('genre_science_fiction'))
    // By shortcut, from the field with the open genre list.
    await page.keyboard.press('Control+Shift+Enter')
    await expect(bookField(page, w, 'book_title')).toBeFocused()
    for (const key of ['book_title', 'book_author', 'book_genre', 'book_publisher'] as const) {
      await expect(bookField(page, w, key)).toHaveValue('')
    }
    await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveAttribute('target', '_blank')
    // A key inserts the last value into each empty field.
    await bookField(page, w, 'book_author').press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(bookField(page, w, 'book_author')).toHaveValue(author)
    await bookField(page, w, 'book_genre').press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(bookField(page, w, 'book_genre')).toHaveValue(w('genre_science_fiction'))
    expect(await findBook(page, title)).toMatchObject({ author, genre: { name: 'Science fiction' } })
    const second = newTitle()
    await bookField(page, w, 'book_title').fill(second)
    await anotherButton(page, w).click()
    await expect(page.getByRole('main').getByRole('link', { name: second })).toBeVisible()
    await expect(bookField(page, w, 'book_title')).toHaveValue('')
  })

  test(
    'is saved once by a double click and by two presses, on a slow connection too',
    { tag: ['@phone', '@slow'] },
    async ({ page, w }) => {
      const title = newTitle()
      let saves = 0
      await page.route(/createBook/, async (route) => {
        saves++
        await new Promise((resolve) => setTimeout(resolve, 400))
        await route.continue()
      })
      await open(page, NEW_BOOK)
      await bookField(page, w, 'book_title').fill(title)
      await saveButton(page, w).dblclick()
      await page.keyboard.press('Control+Enter')
      await bookField(page, w, 'book_title').press('Enter')
      await expect(heading(page)).toHaveText(title)
      expect(saves).toBe(1)
      expect(await findBooks(page, title)).toHaveLength(1)
    },
  )
})

test.describe('Errors are shown at their field', () => {
  test('before it is sent, and the first has the focus', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, NEW_BOOK)
    let saves = 0
    page.on('request', (request) => (saves += request.url().includes('createBook') ? 1 : 0))
    const refuses = async (value: string, message: string) => {
      await bookField(page, w, 'book_title').fill(value)
      await bookField(page, w, 'book_publisher').focus()
      await saveButton(page, w).click()
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: message })).toBeVisible()
      await expect(bookField(page, w, 'book_title')).toBeFocused()
      await expect(bookField(page, w, 'book_title')).toHaveValue(value)
    }
    await refuses('', w('title_required'))
    await refuses('   ', w('title_required'))
    await refuses('\u200f\u202e', w('title_required'))
    await refuses('x'.repeat(501), w('validation_string_max', { limit: 500 }))
    await refuses('a\u0007b', w('text_invalid'))
    await bookField(page, w, 'book_title').fill('')
    await bookField(page, w, 'book_genre').fill('poe')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(w('title_required'))).toBeVisible()
    await expect(bookField(page, w, 'book_title')).toBeFocused()
    await expect(bookField(page, w, 'book_genre')).toHaveValue(w('genre_poetry'))
    await bookField(page, w, 'book_title').fill(newTitle())
    await bookField(page, w, 'book_genre').fill('zzzz')
    await saveButton(page, w).click()
    await expect(page.getByText(w('book_genre_unknown'))).toBeVisible()
    await expect(bookField(page, w, 'book_genre')).toBeFocused()
    await expect(bookField(page, w, 'book_genre')).toHaveValue('zzzz')
    expect(saves).toBe(0)
    await bookField(page, w, 'book_genre').fill('')
    await bookField(page, w, 'book_title').fill('🦓 \u200fكتاب')
    await saveButton(page, w).click()
    await expect(heading(page)).toHaveText('🦓 \u200fكتاب')
  })

  test(
    'a book that is nearly there is told while typing, and its link loses nothing',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, context }) => {
      await open(page, NEW_BOOK)
      await bookField(page, w, 'book_title').fill('Une si longue letre')
      await bookField(page, w, 'book_author').fill('mariama ba')
      const warning = page.getByRole('main').getByRole('link', { name: 'Une si longue lettre' })
      await expect(warning).toBeVisible()
      // The list of suggestions closes, and nothing covers it.
      await page.keyboard.press('Tab')
      const [other] = await Promise.all([context.waitForEvent('page'), warning.click()])
      await expect(heading(other)).toHaveText('Une si longue lettre')
      await other.close()
      await expect(bookField(page, w, 'book_title')).toHaveValue('Une si longue letre')
      await bookField(page, w, 'book_author').fill('somebody else')
      await expect(warning).toHaveCount(0)
    },
  )

  test(
    'a duplicate is reported while typing, and refused',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/status of 409/)
      await open(page, NEW_BOOK)
      await bookField(page, w, 'book_title').fill('UNE SI LONGUE LETTRE')
      await bookField(page, w, 'book_author').fill('Mariama Ba')
      const [, after = ''] = w('book_duplicate_same', { title: '|', author: 'Mariama Bâ' }).split('|')
      const warning = page.getByRole('main').getByRole('status').filter({ hasText: after })
      await expect(warning).toBeVisible()
      // Its link follows the last field in the tab order.
      await bookField(page, w, 'book_author').press('Tab')
      await expect(bookField(page, w, 'book_genre')).toBeFocused()
      // The publisher, and what opens the other fields.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(warning.getByRole('link')).toBeFocused()
      await saveButton(page, w).click()
      await expect(page.getByRole('alert').filter({ hasText: w('title_taken') })).toBeVisible()
      await expect(page.getByText(w('error_BOOK_TAKEN'), { exact: true })).toBeVisible()
      await expect(bookField(page, w, 'book_title')).toBeFocused()
      await expect(bookField(page, w, 'book_title')).toHaveValue('UNE SI LONGUE LETTRE')
      // Another edition is another book; so is one of another author.
      await warning.getByRole('button', { name: w('book_another_edition') }).click()
      const edition = page.getByRole('textbox', { name: w('book_edition'), exact: true })
      await expect(edition).toBeFocused()
      await page.keyboard.type('2')
      await expect(page.getByText(w('title_taken'))).toHaveCount(0)
      await edition.fill('')
      const author = newTitle()
      await bookField(page, w, 'book_author').fill(author)
      await expect(page.getByText(w('title_taken'))).toHaveCount(0)
      await saveButton(page, w).click()
      await expect(heading(page)).toHaveText('UNE SI LONGUE LETTRE')
      expect(await findBooks(page, author)).toHaveLength(1)
    },
  )
})

test.describe('What is not saved yet', () => {
  test('is guarded inside the app', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, '/manager/books')
    await page
      .getByRole('main')
      .getByRole('link', { name: w('books_new') })
      .click()
    await bookField(page, w, 'book_title').fill('Maru')
    await page.keyboard.press('Escape')
    await expect(leaveQuestion(page, w)).toHaveAccessibleDescription(w('unsaved_text'))
    // Enter keeps it, and so does Escape.
    await expect(page.getByRole('button', { name: w('unsaved_stay') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(leaveQuestion(page, w)).toHaveCount(0)
    await expect(bookField(page, w, 'book_title')).toHaveValue('Maru')
    await page
      .getByRole('main')
      .getByRole('link', { name: w('nav_books'), exact: true })
      .click()
    await expect(leaveQuestion(page, w)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(leaveQuestion(page, w)).toHaveCount(0)
    await expect(page).toHaveURL(NEW_BOOK)
    await page.goBack()
    await page.getByRole('button', { name: w('unsaved_leave') }).click()
    await expect(page).toHaveURL('/manager/books')
  })

  test('is guarded on a page that was opened by its address', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, NEW_BOOK)
    await bookField(page, w, 'book_title').fill('Maru')
    await page.keyboard.press('Escape')
    await expect(leaveQuestion(page, w)).toBeVisible()
    await page.getByRole('button', { name: w('unsaved_leave') }).click()
    await expect(page).toHaveURL('/manager/books')
  })

  test('is guarded on closing the tab', { tag: '@desktop' }, async ({ page, w }) => {
    await open(page, NEW_BOOK)
    await bookField(page, w, 'book_title').fill('Maru')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(bookField(page, w, 'book_title')).toHaveValue('Maru')
  })

  test('is nothing: then nothing is asked', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, NEW_BOOK)
    await bookField(page, w, 'book_title').fill('Maru')
    await bookField(page, w, 'book_title').fill('')
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(NEW_BOOK)
    await expect(leaveQuestion(page, w)).toHaveCount(0)
  })
})
