import type { Page } from '@playwright/test'
import { expect, goOn, open, reload, test } from './test.ts'
import type { Words } from '../testing/words.ts'

// A router that parses parameters as JSON would not read these as text.
const TERMS = ['1984', 'true', '1e3', '"x"', '451']

/** The list, the field and the URL show the search term. */
async function expectSearch(page: Page, w: Words, term: string): Promise<void> {
  const [before = '', after = ''] = w('list_results', { count: 0, total: '|', searchTerm: term }).split('|')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(
    new RegExp(`^${escaped(before)}\\d+${escaped(after).replace(/results/, 'results?')}$`),
  )
  await expect(page.getByRole('searchbox')).toHaveValue(term)
  await expect(page).toHaveURL((url) => url.searchParams.get('searchTerm') === term)
}

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

test.describe('A manager', () => {
  test.use({ person: 'admin' })

  for (const path of ['/app/books', '/manager/books', '/manager/users'])
    test(`searches ${path} for numbers and the like`, { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
      await open(page, path)
      for (const term of TERMS) {
        await page.getByRole('searchbox').fill(term)
        await expectSearch(page, w, term)
      }
      await reload(page)
      await expectSearch(page, w, '451')
      await goOn(page, `${path}?searchTerm=1984`)
      await expectSearch(page, w, '1984')
    })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    for (const path of ['/manager/books', '/manager/users'])
      test(`searches ${path} for a number`, { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
        await page.goto(path)
        await page.getByRole('searchbox').fill('1984')
        await page.keyboard.press('Enter')
        await expectSearch(page, w, '1984')
      })
  })
})

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test('searches for a number from Home', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, '/app')
    await page.getByRole('searchbox').fill('1984')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/^[^?]*\/app\/books\?/)
    await expectSearch(page, w, '1984')
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('searches for a number', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
      await page.goto('/app/books')
      await page.getByRole('searchbox').fill('451')
      await page.keyboard.press('Enter')
      await expectSearch(page, w, '451')
      await expect(page.getByRole('main')).toContainText('Ray Bradbury')
    })
  })
})
