import type { Page } from '@playwright/test'
import { expect, heading, open, test } from './test.ts'

const main = (page: Page) => page.getByRole('main')

/** Delays the responses of a server function until `release` is called. */
async function holdBack(page: Page, name: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(name, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test.describe('On a slow connection', () => {
  test.use({ person: 'reader' })

  test('a pressed book shows at once what the list knows of it', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, '/app/books')
    const link = main(page).getByRole('listitem').nth(12).getByRole('link')
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    const title = await link.locator('> span').nth(1).textContent()
    const release = await holdBack(page, /_serverFn\/book\.getBook/)
    await link.tap()
    await expect(page.locator('.navigation-progress')).toBeAttached()
    await expect(main(page)).toHaveAttribute('aria-busy', 'true')
    await expect(heading(page)).toHaveText(title ?? '')
    await expect(main(page).locator('.cover')).toBeVisible()
    release()
    await expect(main(page)).not.toHaveAttribute('aria-busy')
    await expect(heading(page)).toHaveText(title ?? '')
    await expect(page.locator('.navigation-progress')).toHaveCount(0)

    await page.goBack()
    await expect(heading(page)).toHaveText(w('books_title'))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  })

  test(
    'the list stands where it was left for who goes back before the book has come',
    { tag: ['@phone', '@slow'] },
    async ({ page, w }) => {
      await open(page, '/app/books')
      const link = main(page).getByRole('listitem').nth(12).getByRole('link')
      await link.scrollIntoViewIfNeeded()
      const place = await page.evaluate(() => window.scrollY)
      const release = await holdBack(page, /_serverFn\/book\.getBook/)
      await link.tap()
      await expect(main(page)).toHaveAttribute('aria-busy', 'true')
      await page.goBack()
      await expect(heading(page)).toHaveText(w('books_title'))
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
      release()
    },
  )

  test('a page shows its own outline', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, '/app/account')
    const release = await holdBack(page, /_serverFn\/book\.listBooks/)
    const tab = page.getByRole('navigation').getByRole('link', { name: w('nav_books'), exact: true })
    await tab.tap()
    await expect(tab).toHaveAttribute('data-pressed')
    await expect(main(page).getByRole('status')).toHaveText(w('common_loading'))
    release()
    await expect(heading(page)).toHaveText(w('books_title'))
    await expect(tab).not.toHaveAttribute('data-pressed')
  })
})
