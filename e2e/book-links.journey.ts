import type { Page } from '@playwright/test'
import { books, expect, heading, open, test } from './test.ts'

test.use({ person: 'reader' })

const columnsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list')
    .first()
    .evaluate((list) => new Set([...list.children].map((one) => one.getBoundingClientRect().left)).size)

test('A book links to its author, publisher and genre', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, '/app/books?searchTerm=kusadikika')
  await books(page).first().getByRole('link').click()
  await expect(heading(page)).toHaveText('Kusadikika')
  const book = page.url()
  await expect(page.getByRole('heading', { name: w('book_more_by', { author: 'Shaaban Robert' }) })).toBeVisible()
  const facts = page.getByRole('article').getByRole('link')
  const [author, ...others] = await facts.allInnerTexts()
  expect(author).toBe('Shaaban Robert')
  for (const name of [author ?? '', ...others]) {
    await facts.filter({ hasText: name }).click()
    await expect(page).toHaveURL(/\/app\/books\?/)
    // There are more books in Swahili than a page has.
    if (name === 'Swahili') await expect(page).toHaveURL(/language=sw/)
    else await expect(books(page).filter({ hasText: 'Kusadikika' }).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(book)
  }
  // As the offline catalogue knew it once: by the beginning of its id.
  await open(page, new URL(book).pathname.slice(0, -4))
  await expect(page).toHaveURL(book)
  await expect(heading(page)).toHaveText('Kusadikika')
})

test(
  'Covers stand in the colours of a person who forces them, four in a row on a phone held across',
  { tag: ['@desktop', '@slow'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 360 })
    await page.emulateMedia({ forcedColors: 'active' })
    await open(page, '/app/books')
    expect(await columnsOf(page)).toBeGreaterThanOrEqual(4)
    const cover = books(page).first().locator('.cover')
    const [border, art, words] = await cover.evaluate((one) => [
      getComputedStyle(one).borderTopStyle,
      getComputedStyle(one).backgroundColor,
      getComputedStyle(one.querySelector('.cover-title') ?? one).color,
    ])
    expect(border).toBe('solid')
    expect(words).not.toBe(art)
  },
)
