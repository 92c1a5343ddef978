import type { Page } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'
import { addBook, findBooks } from '../testing/books-api.ts'
import { whileLocked } from '../testing/database.ts'
import { DONATION, importEnds, removeImport, sendImport, startImport } from '../testing/imports-api.ts'
import { dropFile } from './drop-file.ts'
import { testAsManager } from './own-manager.ts'
import { books, expect, heading, open, reload } from './test.ts'

const test = testAsManager()
test.describe.configure({ mode: 'default' })

const IMPORT = '/manager/import'
const rows = (page: Page) => page.getByRole('table').getByRole('rowgroup').last().getByRole('row')
const unique = () => crypto.randomUUID().slice(0, 8)

const chooseFile = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

test(
  'A dropped list is corrected, imported, shown as books, and undone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const author = `Mariama ${unique()}`
    await open(page, IMPORT)
    await dropFile(page, 'قائمة 2026.csv', `Naam,Wie,Soort\nLettre,${author},Manga\nMandat,${author},\n,${author},\n`)
    await expect(heading(page)).toHaveText('قائمة 2026.csv')
    await expect(page.getByText(w('import_title_needed'))).toBeVisible()
    await expect(page.getByRole('button', { name: w('import_start_none') })).toBeVisible()
    await page.getByLabel(w('book_title'), { exact: true }).selectOption('Naam · Lettre')
    await expect(page.getByText('Lettre · Mandat')).toBeVisible()
    await page.getByLabel(w('book_author'), { exact: true }).selectOption(`Wie · ${author}`)
    await expect(
      page.getByRole('group', { name: w('import_columns_kept') }).getByRole('checkbox', { name: /^Soort/ }),
    ).toBeChecked()
    await page.getByLabel(w('book_genre'), { exact: true }).selectOption('Soort · Manga')
    await expect(page.getByText(w('import_adds_genres', { genres: 'Manga' }))).toBeVisible()
    const refused = page.getByRole('button', { name: w('import_result_refused') })
    await expect(refused).toContainText('1')
    await refused.click()
    await expect(rows(page).filter({ hasText: w('title_required') })).toHaveCount(1)
    await expect(rows(page).filter({ hasText: 'Lettre' })).toHaveCount(0)
    await page
      .getByRole('button', { name: w('import_start', { books: w('activity_books', { count: 2, shown: '2' }) }) })
      .click()
    await expect(page.getByRole('link', { name: w('import_refused_file') })).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await page.getByRole('link', { name: w('import_show') }).click()
    await expect(books(page).filter({ hasText: author })).toHaveCount(2)
    const chip = page.getByRole('button', { name: w('books_import_from', { filename: 'قائمة 2026.csv' }) })
    await chip.click()
    await expect(chip).toHaveCount(0)
    await expect(page).toHaveURL('/manager/books')
    await open(page, '/manager/dashboard')
    await page.getByRole('link', { name: 'قائمة 2026.csv' }).click()
    await page.getByRole('button', { name: w('import_undo') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('import_undo') })
      .click()
    await expect(page.getByText(w('import_undone_deleted', { count: 2 }))).toBeVisible()
    expect(await findBooks(page, author)).toEqual([])
  },
)

test(
  'A preview shows changes, duplicates and what is left as it is; the choices are followed',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    const text = DONATION.replace('Une si', `Une ${unique()} si`)
      // Without year and ISBN another publisher is a change, and no other edition.
      .replace('donation,9782253096337,1862', 'donation,,')
      .replace('Nedjma,Kateb Yacine,,,,', 'Nedjma,Kateb Yacine,,,9782020289276,')
    const { id } = await sendImport(page, text, 'donation-2026.csv')
    await open(page, `${IMPORT}/${id}`)
    const similar = page.getByRole('button', { name: w('import_result_similar') })
    await expect(similar).toContainText('1')
    await similar.click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).last().getByRole('link', { name: 'Les Misérables' })).toBeVisible()
    await page.getByRole('button', { name: w('import_result_updated') }).click()
    await expect(rows(page).filter({ hasText: 'Librairie de la donation' })).toHaveCount(1)
    await page.getByLabel(w('import_known_books', { count: '2' })).selectOption(w('import_known_leave'))
    await page.getByText(w('import_adds_similar', { count: '1' })).click()
    // The last choice is still on its way when the import is started.
    await page.route(/correctImport/, async (route) => {
      await setTimeout(500)
      await route.continue()
    })
    await page.getByLabel(w('import_genre')).selectOption(w('genre_memoir'))
    await page
      .getByRole('button', { name: w('import_start', { books: w('activity_books', { count: 3, shown: '3' }) }) })
      .click()
    await page.getByRole('link', { name: w('import_show') }).click()
    await expect(books(page)).toHaveCount(3)
    await expect(books(page).filter({ hasText: w('genre_memoir') })).toHaveCount(3)
  },
)

test(
  'A file that is none, too large, or one of several is named, and nothing is sent',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 400/)
    await open(page, IMPORT)
    await chooseFile(page, 'list.csv', '%PDF-1.7\n')
    const problem = page.getByRole('main').getByRole('alert')
    await expect(problem).toContainText(w('file_kind_pdf'))
    await expect(problem).toContainText('list.csv')
    let sent = 0
    page.on('request', (request) => void (request.method() === 'POST' && sent++))
    await page.evaluate(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(64 * 1024 * 1024 + 1)], 'huge.csv'))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }))
    })
    await expect(problem).toContainText('huge.csv')
    await page.evaluate(() => {
      const transfer = new DataTransfer()
      for (const name of ['one.csv', 'two.csv']) transfer.items.add(new File(['title\nA\n'], name))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }))
    })
    await expect(problem).toHaveText(w('import_one_file'))
    expect(sent).toBe(0)
    await expect(page).toHaveURL(IMPORT)
  },
)

test(
  'Sending, and then the import, go on when the connection is cut; the page is reloaded, and the import paused',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched, dataDir }) => {
    watched.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
    const run = unique()
    const held = await addBook(page, { title: `Held ${run}` })
    const lines = Array.from({ length: 5999 }, (_, at) => `Report ${at} of ${run},\n`)
    await open(page, IMPORT)
    await page.context().setOffline(true)
    await chooseFile(page, 'reports.csv', `title,publisher\nHeld ${run},Heinemann\n${lines.join('')}`)
    await expect(page.getByText(w('import_resending'))).toBeVisible()
    await page.context().setOffline(false)
    const bar = page.getByRole('progressbar')
    // The import waits for the book of its first row, so that there is time to look at it.
    await whileLocked(dataDir, 'select from book where id = $1 for update', [held.id], async () => {
      await page.getByRole('button', { name: w('import_start', { books: '' }).trim() }).click()
      await expect(bar).toBeVisible()
      await reload(page)
      await expect(bar).toBeVisible()
      await page.getByRole('button', { name: w('import_pause') }).click()
    })
    await expect(page.getByText(w('import_is_paused'))).toBeVisible()
    await reload(page)
    await expect(bar).toHaveAttribute('aria-valuetext', /6,000/)
    await page.route(/getImport/, (route) => route.abort())
    await page.getByRole('button', { name: w('import_resume') }).click()
    const [cutOff = ''] = w('import_cut_off', { time: '\n' }).split('\n')
    await expect(page.getByText(cutOff)).toBeVisible()
    await page.unroute(/getImport/)
    await expect(page.getByText(cutOff)).toHaveCount(0)
    await expect(page.getByRole('link', { name: w('import_show') })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('group', { name: w('import_result') })).toContainText('5,999')
  },
)

test(
  'What another manager did to an import is said and shown',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of (404|409)/)
    const send = () => sendImport(page, `title\nShared ${unique()}\n`, 'shared.csv')
    const start = page.getByRole('button', { name: w('import_start', { books: '' }).trim() })
    const first = await send()
    await open(page, `${IMPORT}/${first.id}`)
    await expect(start).toBeVisible()
    await startImport(page, first.id)
    await importEnds(page, first.id)
    await start.click()
    await expect(page.getByText(w('error_IMPORT_STATE'))).toBeVisible()
    await expect(page.getByRole('link', { name: w('import_show') })).toBeVisible()
    const second = await send()
    await open(page, `${IMPORT}/${second.id}`)
    await removeImport(page, second.id)
    await start.click()
    await expect(heading(page)).toHaveText(w('import_not_found_title'))
    await page.getByRole('link', { name: w('import_show_all') }).click()
    await expect(heading(page)).toHaveText(w('import_title'))
  },
)

test('A list is imported by keyboard alone', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, IMPORT)
  const chooser = page.waitForEvent('filechooser')
  // Not keyboard.press: the page would get the key before Playwright's order to report the chooser.
  await page.getByRole('button', { name: w('import_choose') }).press('Enter')
  await (
    await chooser
  ).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(`title\nBy keys ${unique()}\n`) })
  await expect(heading(page)).toHaveText('keys.csv')
  await expect(heading(page)).toBeFocused()
  const start = page.getByRole('button', { name: w('import_start', { books: '' }).trim() })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: w('import_show') })).toBeVisible()
  await expect(heading(page)).toBeFocused()
})

test('A preview is discarded after a question', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await sendImport(page, 'title\nNever\n', 'never.csv')
  await open(page, IMPORT)
  await page.getByRole('link', { name: 'never.csv' }).click()
  await page.getByRole('button', { name: w('import_discard') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('import_discard') })
    .click()
  await expect(page.getByText(w('import_discarded'))).toBeVisible()
  await expect(heading(page)).toHaveText(w('import_title'))
  await expect(page.getByRole('link', { name: 'never.csv' })).toHaveCount(0)
})

test.describe('In Arabic', () => {
  test.use({ locale: 'ar' })

  test('a list is imported, each value in its own direction', { tag: '@phone' }, async ({ page, w }) => {
    const title = `الأيام ${unique()}`
    await open(page, IMPORT)
    await chooseFile(page, 'list.csv', `العنوان,المؤلف,year\n${title},طه حسين,1929\nLetter ${title},Bâ,\n`)
    await expect(page.getByRole('table')).toContainText(title)
    await page
      .getByRole('button', { name: w('import_start', { books: w('activity_books', { count: 2, shown: '2' }) }) })
      .click()
    await expect(page.getByRole('link', { name: w('import_show') })).toBeVisible()
    await expect(page.getByText(w('import_result_added')).first()).toBeVisible()
  })
})
