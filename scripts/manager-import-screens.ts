import { expect, type Page } from '@playwright/test'
import { DONATION, importEnds, sendImport, startImport } from '../e2e/imports-api.ts'
import { open } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const many = (count: number): string =>
  `title,author\n${Array.from({ length: count }, (_, at) => `Report ${at} of ${crypto.randomUUID()},The ministry\n`).join('')}`

async function openPreview(page: Page, w: Words): Promise<string> {
  const { id } = await sendImport(page, DONATION, 'donation-2026.csv')
  await open(page, `/manager/import/${id}`)
  await expect(page.getByRole('table')).toBeVisible()
  // Similar books are counted when the page is there.
  await expect(page.getByRole('button', { name: w('import_result_similar') })).toContainText('1')
  return id
}

async function openReport(
  page: Page,
  text = DONATION.replaceAll('Une si', `Une ${crypto.randomUUID().slice(0, 4)} si`),
) {
  const { id } = await sendImport(page, text, 'donation-2026.csv')
  await startImport(page, id)
  await importEnds(page, id)
  await open(page, `/manager/import/${id}`)
  await expect(page.getByRole('table')).toBeVisible()
  return id
}

/** The import of files, from the drop zone to the undo. */
export const MANAGER_IMPORT_SCREENS: Screen[] = [
  { name: 'manager-import-none', person: 'admin', path: '/manager/import', settings: { SEED: 'genres' } },
  {
    name: 'manager-import-refused',
    person: 'admin',
    path: '/manager/import',
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'قائمة الكتب.pdf',
        mimeType: 'text/csv',
        buffer: Buffer.from('%PDF-1.7\n'),
      })
      await expect(page.getByRole('alert').first()).toContainText('PDF')
    },
  },
  {
    name: 'manager-import-preview',
    person: 'admin',
    path: '/manager/import',
    act: async (page, w) => void (await openPreview(page, w)),
  },
  {
    name: 'manager-import-columns',
    person: 'admin',
    path: '/manager/import',
    act: async (page, w) => {
      const { id } = await sendImport(page, 'Naam,Wie\nMax Havelaar,Multatuli\n', 'lijst.csv')
      await open(page, `/manager/import/${id}`)
      await expect(page.getByText(w('import_title_needed'))).toBeVisible()
    },
  },
  {
    name: 'manager-import-running',
    person: 'admin',
    path: '/manager/import',
    act: async (page, w) => {
      const { id } = await sendImport(page, many(20_000), 'reports.csv')
      await startImport(page, id)
      await open(page, `/manager/import/${id}`)
      await page.getByRole('button', { name: w('import_pause') }).click()
      await expect(page.getByRole('button', { name: w('import_resume') })).toBeVisible()
    },
  },
  {
    name: 'manager-import-report',
    person: 'admin',
    path: '/manager/import',
    act: async (page) => void (await openReport(page)),
  },
  {
    name: 'manager-import-undo',
    person: 'admin',
    path: '/manager/import',
    act: async (page: Page, w: Words) => {
      await openReport(page)
      await page.getByRole('button', { name: w('import_undo') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'manager-import-undone',
    person: 'admin',
    path: '/manager/import',
    act: async (page: Page, w: Words) => {
      const id = await openReport(page)
      await page.getByRole('button', { name: w('import_undo') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: w('import_undo') })
        .click()
      await expect(async () => {
        await open(page, `/manager/import/${id}`)
        await expect(page.getByText(w('import_state_undone'), { exact: true })).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 10_000 })
    },
  },
  {
    name: 'manager-import-list',
    person: 'admin',
    path: '/manager/import',
    act: async (page) => {
      await openReport(page)
      await sendImport(page, DONATION, 'قائمة التبرعات.csv')
      await open(page, '/manager/import')
      await expect(page.getByRole('main').getByRole('listitem').nth(1)).toBeVisible()
    },
  },
  {
    name: 'manager-import-books',
    person: 'admin',
    path: '/manager/import',
    act: async (page) => {
      await open(page, `/manager/books?importId=${await openReport(page)}`)
    },
  },
]
