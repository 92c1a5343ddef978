import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUpOldLibrary, OLD_ADMINS } from '../testing/old-library.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const BOOKS = 10_900
const test = testWith(async () => ({ SEED: 'sample', ADMIN_EMAIL: '', TRUSTED_PROXIES: '' }))
test.describe.configure({ mode: 'default' })
// Through no proxy.
test.use({ extraHTTPHeaders: {} })

let folder = ''
test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = mkdtempSync(join(tmpdir(), 'maktaba-old-'))
  await backUpOldLibrary(join(folder, 'old.maktaba'), BOOKS)
  writeFileSync(join(folder, 'cut.maktaba'), readFileSync(join(folder, 'old.maktaba')).subarray(0, 5000))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'The laptop is dead: its library comes back on another one in one page, and its manager is in',
  { tag: '@slow' },
  async ({ page, w, browser, dataDir, watched }, { project }) => {
    test.setTimeout(180_000)
    // Of the page that is opened anew while the library comes back, and of the stranger's.
    watched.allow(/status of (503|404)|^503 from .*\/setup$/)
    const isPhone = project.name.includes('phone')
    if (!isPhone) {
      mkdirSync(join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
      copyFileSync(join(folder, 'old.maktaba'), join(dataDir, 'backups', '2026-11-27-020000-nightly.maktaba'))
    }
    await open(page, '/setup')
    await page.getByRole('radio', { name: w('setup_backup') }).check()
    const choose = async (name: string) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: w('restore_file_choose') }).click()
      await (await chooser).setFiles(join(folder, name))
    }
    await choose('cut.maktaba')
    await expect(page.getByText(w('restore_wrong'), { exact: true })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'cut.maktaba' })).toBeDisabled()
    if (isPhone) await choose('old.maktaba')
    const row = page.getByRole('radio', { name: 'Les Baobabs' })
    await expect(row).toBeChecked()
    await expect(page.getByText(w('restore_whole'), { exact: true })).toBeVisible()
    await page
      .getByRole('button', { name: w('restore_submit', { books: `${BOOKS.toLocaleString('en')} books` }) })
      .click()
    // It goes on without the page, and the page finds it again.
    await expect(heading(page)).toHaveText(w('restore_running'))
    await page.goto('/setup')
    await expect(heading(page)).toHaveText(w('restore_who_title'), { timeout: 120_000 })

    const stranger = await browser.newPage()
    await open(stranger, new URL('/setup', page.url()).href)
    await expect(heading(stranger)).toHaveText(w('page_404_title'))
    await stranger.close()

    await page.getByRole('button', { name: w('restore_who_submit') }).click()
    await expect(page.getByText(w('restore_who_missing'))).toBeVisible()
    await page.getByRole('radio', { name: OLD_ADMINS[1]?.name ?? '' }).check()
    await expect(page.getByText('juma@example.org')).toBeHidden()
    await page.getByRole('button', { name: w('restore_who_submit') }).click()
    await expect(heading(page)).toHaveText(w('setup_done_title', { name: 'Juma Mwangi' }))
    await expect(page).toHaveTitle(/Les Baobabs/)
    await open(page, '/manager/books')
    await expect(page.getByRole('main').getByText(BOOKS.toLocaleString('en')).first()).toBeVisible()
  },
)
