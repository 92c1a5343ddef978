import type { Page } from '@playwright/test'
import { isolated } from '#base/i18n/isolated.ts'
import { runSql } from '../testing/database.ts'
import { addBook, deleteBook, findBook } from '../testing/books-api.ts'
import { mailsTo } from '../testing/outbox.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { ADMIN } from '../testing/server.ts'
import { books, codeField, expect, heading, open } from './test.ts'

const BOOKS = '/manager/books'
const row = (page: Page, title: string) => books(page).filter({ hasText: title })

/** Adds books of a unique author and shows their list; returns the author. */
async function openOwn(page: Page, titles: readonly string[]): Promise<string> {
  const author = `Author${crypto.randomUUID().slice(0, 8)}`
  for (const title of titles) await addBook(page, { title, author })
  await open(page, `${BOOKS}?searchTerm=${author}`)
  await expect(books(page)).toHaveCount(titles.length)
  return author
}

test(
  'Deleted books are listed, restored and deleted for good; one whose title is taken is named',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    const author = await openOwn(page, ['Alpha', 'Beta', 'Gamma'])
    for (const title of ['Alpha', 'Beta', 'Gamma'])
      await deleteBook(page, (await findBook(page, `${author} ${title}`)).id)
    await addBook(page, { title: 'BETA', author })
    await open(page, BOOKS)
    await page.getByRole('link', { name: w('trash_link'), exact: true }).click()
    await expect(heading(page)).toHaveText(w('trash_title'))
    await page.getByLabel(w('trash_search_label')).fill(author)
    // Another search begins with nothing selected.
    await expect(page.getByText(w('list_results', { count: 3, total: 3, searchTerm: author }))).toBeVisible()
    await expect(books(page)).toHaveCount(3)
    for (const title of ['Alpha', 'Beta']) await row(page, title).getByRole('checkbox').check()
    await page.getByRole('button', { name: w('trash_restore'), exact: true }).click()
    await expect(page.getByText(w('trash_restored', { count: 1, shown: 1 }))).toBeVisible()
    await expect(page.getByText(w('trash_collided', { title: isolated('Beta') }))).toBeVisible()
    await expect(page.getByRole('columnheader').getByRole('checkbox')).toBeFocused()
    await expect(page.getByRole('link', { name: w('trash_collided_open') })).toBeVisible()
    // The one that collides gives the other its title.
    const main = page.getByRole('main')
    await main.getByRole('button', { name: w('duplicates_merge') }).click()
    await main.getByRole('radio', { name: 'Beta', exact: true }).check()
    await main.getByRole('button', { name: w('trash_merge_submit') }).click()
    await expect(page.getByText(w('trash_merged'))).toBeVisible()
    await expect(page.getByText(w('trash_collided', { title: isolated('Beta') }))).toHaveCount(0)
    await expect(books(page)).toHaveCount(2)
    await row(page, 'Gamma').getByRole('checkbox').check()
    await page.getByRole('button', { name: w('trash_delete'), exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toHaveAccessibleDescription(w('trash_delete_text'))
    await dialog.getByRole('button', { name: w('trash_delete'), exact: true }).click()
    await expect(page.getByText(w('books_deleted', { count: 1, shown: 1 }))).toBeVisible()
    await expect(books(page)).toHaveCount(1)
    await open(page, `${BOOKS}?searchTerm=${author}`)
    await expect(books(page)).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'Beta', exact: true })).toBeVisible()
  },
)

test(
  'The page of a deleted book says so, to readers too, and restores it',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    const author = await openOwn(page, ['Vanished'])
    const { id } = await findBook(page, author)
    await deleteBook(page, id)
    await open(page, `/app/books/${id}`)
    await expect(heading(page)).toHaveText(w('trash_book_title'))
    await open(page, `${BOOKS}/${id}`)
    await expect(heading(page)).toHaveText(w('trash_book_title'))
    await expect(page.getByRole('main')).toContainText('Vanished')
    await page.getByRole('button', { name: w('trash_restore'), exact: true }).click()
    await expect(heading(page)).toHaveText('Vanished')
  },
)

/** Makes the sessions of managers older than a code confirms them. */
const ageSessions = (dataDir: string) =>
  runSql(dataDir, "update session set email_confirmed_at = now() - interval '11 minutes'", [])

test(
  'Deleting for good asks an old session for a code, and goes on with what was selected',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, codeFor, watched }) => {
    watched.allow(/status of 403/)
    const author = await openOwn(page, ['Alpha', 'Beta', 'Gamma'])
    for (const title of ['Alpha', 'Beta', 'Gamma'])
      await deleteBook(page, (await findBook(page, `${author} ${title}`)).id)
    await open(page, `${BOOKS}/deleted?searchTerm=${author}`)
    await ageSessions(dataDir)
    for (const title of ['Alpha', 'Beta']) await row(page, title).getByRole('checkbox').check()
    await page.getByRole('button', { name: w('trash_delete'), exact: true }).click()
    const question = page.getByRole('alertdialog', { name: w('books_delete_title', { count: 2, shown: 2 }) })
    await question.getByRole('button', { name: w('trash_delete'), exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: w('account_reauthenticate_title') })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    // Whoever declines has lost nothing: the question and the selection stay.
    await expect(dialog).toBeHidden()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: w('trash_delete'), exact: true }).click()
    const sent = (await mailsTo(ADMIN, dataDir)).length
    await dialog.getByRole('button', { name: w('account_reauthenticate_send') }).click()
    await codeField(page, w).fill(await codeFor(ADMIN, sent + 1))
    await expect(page.getByText(w('books_deleted', { count: 2, shown: 2 }))).toBeVisible()
    await expect(books(page)).toHaveText([/Gamma/])
  },
)

test(
  'Many books are deleted for good by an old session only after a code',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, dataDir, codeFor, watched }) => {
    watched.allow(/status of 403/)
    await openOwn(page, ['Alpha', 'Beta'])
    for (const title of ['Alpha', 'Beta']) await row(page, title).getByRole('checkbox').check()
    await ageSessions(dataDir)
    await page.getByRole('button', { name: w('book_delete'), exact: true }).click()
    const question = page.getByRole('alertdialog', { name: w('books_delete_title', { count: 2, shown: 2 }) })
    await question.getByRole('button', { name: w('trash_delete'), exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: w('account_reauthenticate_title') })
    const sent = (await mailsTo(ADMIN, dataDir)).length
    await dialog.getByRole('button', { name: w('account_reauthenticate_send') }).click()
    await codeField(page, w).fill(await codeFor(ADMIN, sent + 1))
    await expect(books(page)).toHaveCount(0)
  },
)
