import type { Page } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { LANGUAGES, words } from '../testing/words.ts'
import { addBook, askApi } from '../testing/books-api.ts'
import { runSql } from '../testing/database.ts'
import { sendImport } from '../testing/imports-api.ts'
import { testAsManager } from './own-manager.ts'
import { expect, open } from './test.ts'

const test = testAsManager({ SEED: 'none' })
test.describe.configure({ mode: 'default' })

/** Has the library lend. Its server hears of it within two seconds. */
async function lend(page: Page, dataDir: string): Promise<void> {
  await runSql(
    dataDir,
    'insert into library_setting (lending) values (true) on conflict (id) do update set lending = true',
    [],
  )
  const statusOf = async () => (await page.request.get('/api/v1/borrowers')).status()
  await expect.poll(statusOf).toBe(200)
}

/** Pages that are no list, and lists that are never empty: whoever looks at users and at what was done has signed in. */
const WITHOUT = new Set([
  '/app/account',
  '/app/offline',
  '/manager/account',
  '/manager/activity',
  '/manager/activity/security',
  '/manager/backups_.sheet',
  '/manager/borrowers/calendar',
  '/manager/borrowers/due-days',
  '/manager/desk',
  '/manager/health',
  '/manager/settings',
  '/manager/update',
  '/manager/users',
])

/** Every page of the two areas that needs no id, but for forms of something new: a new one must say what it is for, or stand above. */
function listPaths(): string[] {
  const files = ['app', 'manager'].flatMap((area) =>
    readdirSync(join(projectRoot, 'src', 'routes', area), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${area}/${file}`,
    ),
  )
  return files
    .filter((file) => file.endsWith('.tsx') && !/\$|route\.tsx$|new\.tsx$/.test(file))
    .map((file) => file.replace(/(\/index)?\.tsx$/, ''))
    .filter((path) => path !== '/manager' && !WITHOUT.has(path))
    .toSorted()
}

test(
  'Every list of an empty library says what it is for',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir, context }) => {
    test.slow()
    await lend(page, dataDir)
    const paths = listPaths()
    expect(paths).toContain('/manager/borrowers')
    for (const path of paths) {
      await open(page, path)
      const empty = page.getByRole('main').locator('[data-empty]').first()
      await expect(empty, path).toBeVisible()
      expect((await empty.innerText()).length, path).toBeGreaterThan(20)
      await expect(page.getByText(w('books_empty_title')), path).toHaveCount(0)
    }
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'language', value: language, url: new URL('/', page.url()).href }])
      const nothing = words(language)('books_empty_title')
      for (const path of paths) {
        const html = await (await page.request.get(path)).text()
        expect(html, path).toContain(`lang="${language}"`)
        expect(html, path).toMatch(/data-empty/)
        expect(html, path).not.toContain(nothing)
      }
    }
  },
)

// The server renders a page in one go: a part of it that is not loaded yet would be missing on the first one.
test('The first page of a book after a start is whole', { tag: ['@desktop', '@slow'] }, async ({ page }) => {
  const { id } = await addBook(page, { title: 'Desert', author: 'J. M. G. Le Clézio', isbn: ['9782070377459'] })
  const book = (await askApi(page, 'GET', `/books/${id}`)) as { isbn: string[] }
  expect(book.isbn).toEqual(['9782070377459'])
  for (const path of [`/app/books/${id}`, `/manager/books/${id}`]) {
    const html = await (await page.request.get(path)).text()
    // The second is what React writes where it has given a part up.
    expect(
      ['978-2-07-037745-9', '<!--$!-->'].map((text) => html.includes(text)),
      path,
    ).toEqual([true, false])
  }
})

test(
  'A file of people is sent to borrowers and users, with one sentence for its rows',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir }) => {
    await lend(page, dataDir)
    const { id } = await sendImport(page, 'Nom,Prénom,Classe\nSarr,Awa,6e A\nNdiaye,Modou,6e B\n', 'eleves.csv')
    await open(page, `/manager/import/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: w('borrower_list') })).toHaveAttribute('href', '/manager/borrowers')
    await expect(main.getByRole('link', { name: w('nav_users') })).toHaveAttribute('href', '/manager/users')
    await expect(main.getByText(w('import_no_titles'))).toBeVisible()
    await expect(main.getByText(w('title_required'))).toHaveCount(0)
  },
)
