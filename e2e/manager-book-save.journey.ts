import { bookField, NEW_BOOK, newTitle, saveButton } from '../testing/book-form.ts'
import { addBook, changeBook, deleteBook, findBook, findBooks } from '../testing/books-api.ts'
import { runSql } from '../testing/database.ts'
import { mailsTo } from '../testing/outbox.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { ADMIN } from '../testing/server.ts'
import { secondManager } from './second-manager.ts'
import { documentAt } from './document.ts'
import { codeField, expect, heading, open } from './test.ts'

test.describe.configure({ mode: 'default' })

test.describe('A book that another manager has changed concurrently', () => {
  const start = async (page: Parameters<typeof addBook>[0]) => {
    const book = await addBook(page, { title: newTitle(), author: 'Bessie Hed' })
    await open(page, `/manager/books/${book.id}/update`)
    return book
  }

  test(
    'in other fields is merged: both changes are saved, and that is said',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched, browser, server, dataDir }) => {
      watched.allow(/status of 409/)
      const book = await start(page)
      const ama = await secondManager({ browser, url: server.url, dataDir })
      await ama.change(book.id, { publisher: 'Heinemann' })
      await bookField(page, w, 'book_author').fill('Bessie Head')
      await saveButton(page, w).click()
      await expect(heading(page)).toHaveText(book.title)
      // In front of all others, and alone.
      const told = page.locator('[data-sonner-toast][data-front=true]').filter({ hasText: w('merged_title') })
      await expect(told).toContainText(w('merged_by', { person: ama.name, fields: w('book_publisher') }))
      await expect(told).toContainText(/\((now|\d minutes? ago)\)/)
      await expect(told.getByRole('button', { name: w('books_undo') })).toBeVisible()
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
      expect(await findBook(page, book.title)).toMatchObject({ author: 'Bessie Head', publisher: 'Heinemann' })
      await ama.close()
    },
  )

  test(
    'in the same field is resolved field by field, even if a third one saves too',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched, browser, server, dataDir }) => {
      watched.allow(/status of 409/)
      const book = await start(page)
      const ama = await secondManager({ browser, url: server.url, dataDir })
      const title = newTitle()
      await bookField(page, w, 'book_title').fill(title)
      await bookField(page, w, 'book_author').fill('B. Head')
      await ama.change(book.id, { title: `${book.title} 2`, author: 'Bessie Head', publisher: 'Heinemann' })
      await page.keyboard.press('Control+Enter')
      const panel = page.getByRole('region', { name: w('conflict_title') })
      await expect(panel).toBeFocused()
      const choice = (key: 'book_title' | 'book_author', value: string) =>
        panel.getByRole('group', { name: w(key) }).getByRole('radio', { name: value })
      await expect(choice('book_title', `${w('conflict_yours')} ${title}`)).not.toBeChecked()
      await expect(choice('book_author', `${ama.name}`)).toHaveAccessibleName(/Bessie Head$/)
      await expect(panel).toContainText(w('merged_by', { person: ama.name, fields: w('book_publisher') }))
      // The form shows the values to save.
      await expect(bookField(page, w, 'book_author')).toHaveValue('B. Head')
      await expect(bookField(page, w, 'book_publisher')).toHaveValue('Heinemann')
      await saveButton(page, w).click()
      await expect(panel.getByText(w('conflict_choose'))).toHaveCount(2)
      await choice('book_title', title).check()
      await choice('book_author', 'Bessie Head').check()
      await expect(bookField(page, w, 'book_author')).toHaveValue('Bessie Head')
      // The same manager changes the chosen author in another tab: no new conflict.
      await changeBook(page, book.id, { author: 'Bessie Amelia Head' })
      await panel.getByRole('button', { name: w('conflict_save') }).click()
      await expect(heading(page)).toHaveText(title)
      const told = page.locator('[data-sonner-toast]').filter({ hasText: w('merged_title') })
      await expect(told).toContainText(w('merged_own', { fields: w('book_author') }))
      expect(await findBook(page, title)).toMatchObject({
        author: 'Bessie Amelia Head',
        publisher: 'Heinemann',
        version: 4,
      })
      await ama.close()
    },
  )

  test(
    'or nobody: its page stands once between the list and what comes next',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w }) => {
      const { title } = await addBook(page, { title: newTitle() })
      const list = `/manager/books?${new URLSearchParams({ searchTerm: title })}`
      await open(page, list)
      await page.getByRole('main').getByRole('link', { name: title }).click()
      await page
        .getByRole('main')
        .getByRole('link', { name: w('book_edit'), exact: true })
        .click()
      await bookField(page, w, 'book_publisher').fill('Heinemann')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('definition').filter({ hasText: 'Heinemann' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(list)
    },
  )

  test(
    'or deleted: it says by whom, and is restored with what was typed',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, watched, browser, server, dataDir }) => {
      // Restored, it has a later version than the form has read.
      watched.allow(/status of (404|409)/)
      const book = await start(page)
      const ama = await secondManager({ browser, url: server.url, dataDir })
      await bookField(page, w, 'book_author').fill('Bessie Head')
      await deleteBook(ama.page, book.id)
      await saveButton(page, w).click()
      await expect(page.getByRole('alert').filter({ hasText: w('book_gone_by', { person: ama.name }) })).toBeVisible()
      await page.getByRole('button', { name: w('book_restore_save') }).click()
      await expect(heading(page)).toHaveText(book.title)
      expect(await findBooks(page, book.title)).toHaveLength(1)
      expect(await findBook(page, book.title)).toMatchObject({ id: book.id, author: 'Bessie Head' })
      await ama.close()
    },
  )

  test(
    'or deleted for good: what was typed is saved as a new one',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/status of 404/)
      const book = await start(page)
      await bookField(page, w, 'book_author').fill('Bessie Head')
      await deleteBook(page, book.id, { forGood: true })
      await saveButton(page, w).click()
      await expect(page.getByRole('alert').filter({ hasText: w('book_gone') })).toBeVisible()
      await expect(bookField(page, w, 'book_author')).toHaveValue('Bessie Head')
      await page.getByRole('button', { name: w('book_save_new') }).click()
      await expect(heading(page)).toHaveText(book.title)
      expect(await findBook(page, book.title)).toMatchObject({ author: 'Bessie Head', version: 1 })
    },
  )
})

test.describe('A save that does not come through', () => {
  test(
    'for want of a connection keeps everything and says so',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/ERR_FAILED/)
      const title = newTitle()
      await open(page, NEW_BOOK)
      await page.route(/createBook/, (route) => route.abort())
      await bookField(page, w, 'book_title').fill(title)
      await bookField(page, w, 'book_author').fill('Bessie Head')
      await saveButton(page, w).click()
      await expect(page.getByText(w('book_create_failed'))).toBeVisible()
      // Reported once, in place.
      await expect(page.getByText(w('error_NETWORK'))).toHaveCount(1)
      await expect(page.getByRole('main').getByRole('alert')).toContainText([w('error_NETWORK')])
      await expect(bookField(page, w, 'book_title')).toHaveValue(title)
      await expect(bookField(page, w, 'book_author')).toHaveValue('Bessie Head')
      await page.unroute(/createBook/)
      await saveButton(page, w).click()
      await expect(heading(page)).toHaveText(title)
      expect(await findBooks(page, title)).toHaveLength(1)
    },
  )

  test(
    'when only its answer was lost is no conflict with itself',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/ERR_FAILED/, /status of 409/)
      const book = await addBook(page, { title: newTitle() })
      await open(page, `/manager/books/${book.id}/update`)
      await page.route(/updateBook/, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await bookField(page, w, 'book_author').fill('Bessie Head')
      await saveButton(page, w).click()
      await expect(page.getByText(w('book_update_failed'))).toBeVisible()
      await page.unroute(/updateBook/)
      await saveButton(page, w).click()
      await expect(heading(page)).toHaveText(book.title)
      expect(await findBook(page, book.title)).toMatchObject({ author: 'Bessie Head', version: 2 })
    },
  )

  test(
    'because the genre is gone says so at its field',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir, watched }) => {
      watched.allow(/status of 400/)
      const name = `Zines ${crypto.randomUUID().slice(0, 6)}`
      await runSql(dataDir, 'insert into genre (id, name, hue) values (gen_random_uuid(), $1, 20)', [name])
      await open(page, NEW_BOOK)
      const title = newTitle()
      await bookField(page, w, 'book_title').fill(title)
      await bookField(page, w, 'book_genre').fill(name)
      await runSql(dataDir, 'delete from genre where name = $1', [name])
      await saveButton(page, w).click()
      await expect(page.getByRole('alert').filter({ hasText: w('genre_gone') })).toBeVisible()
      await expect(bookField(page, w, 'book_genre')).toBeFocused()
      await expect(bookField(page, w, 'book_title')).toHaveValue(title)
      await bookField(page, w, 'book_genre').fill('poetry')
      await saveButton(page, w).click()
      await expect(heading(page)).toHaveText(title)
    },
  )

  test(
    'because the session is over asks for sign-in in place, and is repeated',
    { tag: ['@desktop', '@slow'] },
    async ({ page, context, w, dataDir, codeFor, watched }) => {
      watched.allow(/status of 401/)
      await open(page, NEW_BOOK)
      const title = newTitle()
      await bookField(page, w, 'book_title').fill(title)
      await context.clearCookies({ name: /session_token/ })
      await saveButton(page, w).click()
      const question = page.getByRole('alertdialog', { name: w('error_UNAUTHORIZED') })
      // Other files of this worker have had mails sent to the same manager.
      const mails = (await mailsTo(ADMIN, dataDir)).length
      await question.getByRole('button', { name: w('account_reauthenticate_send') }).click()
      await codeField(page, w).fill(await codeFor(ADMIN, mails + 1))
      await expect(question).toHaveCount(0)
      await expect(bookField(page, w, 'book_title')).toHaveValue(title)
      await saveButton(page, w).click()
      await expect(heading(page)).toHaveText(title)
    },
  )
})

test(
  'The form of a book that is not there is a 404 page',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    expect(await documentAt(page, '/manager/books/0198f0a0-0000-7000-8000-000000000000/update')).toMatchObject({
      status: 404,
      heading: w('book_not_found_title'),
    })
    expect(await open(page, '/manager/books/nonsense/update')).toBe(404)
    await expect(heading(page)).toHaveText(w('book_not_found_title'))
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  },
)
