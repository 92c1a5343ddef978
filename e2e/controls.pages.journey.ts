import type { Page } from '@playwright/test'
import { expectVisibleFocus } from './keyboard.ts'
import { expect, open, test } from './test.ts'

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test('reaches every control of every page with a focus that is seen', { tag: '@desktop' }, async ({ page }) => {
    for (const path of ['/app', '/app/books?searchTerm=hugo', '/app/account', '/home']) {
      await open(page, path)
      const controls = await page.locator('a[href]:visible, button:visible, input:visible, select:visible').count()
      const seen = new Set<string>()
      for (let press = 0; press < controls; press++) {
        await page.keyboard.press('Tab')
        await expectVisibleFocus(page)
        seen.add(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? ''))
      }
      expect(seen.size).toBeGreaterThanOrEqual(controls - 1)
    }
  })

  test('finds only controls that a finger can hit', { tag: '@phone' }, async ({ page }) => {
    for (const path of ['/app', '/app/books?searchTerm=hugo', '/app/account', '/home']) {
      await open(page, path)
      expect(await tooSmall(page), path).toEqual([])
    }
  })
})

test('The controls before sign-in are large enough for a finger', { tag: '@phone' }, async ({ page }) => {
  for (const path of ['/login', '/login/verify?email=amina@example.org', '/login/error']) {
    await open(page, path)
    expect(await tooSmall(page), path).toEqual([])
  }
})

/** Controls under 44 px, except those that are off screen without the focus. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.locator('a[href], button, input, select').evaluateAll((all) =>
    all
      .map((element) => ({
        html: element.outerHTML.slice(0, 160),
        box: (element.matches('input') ? (element.closest('label') ?? element) : element).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && box.bottom > 0 && (box.width < 44 || box.height < 44))
      .map(({ html, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${html}`),
  )
