import type { Page } from '@playwright/test'
import { expect, open, openNext, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const themeSelect = (page: Page, w: Words) => page.getByLabel(w('theme_label'), { exact: true })
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
/** The colour of the browser's bars: the first matching theme-color. */
const barColor = (page: Page) =>
  page.evaluate(() => {
    const colors = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    return colors.find(({ media }) => !media || matchMedia(media).matches)?.content
  })
const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'))

/** Records the document's class before the first paint, and at each later change. */
async function noteClasses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seenDark: seen })
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      const { documentElement: root } = document
      seen.push(root.classList.contains('dark'))
      new MutationObserver(() => seen.push(root.classList.contains('dark'))).observe(root, {
        attributeFilter: ['class'],
      })
    }).observe(document, { childList: true, subtree: true })
  })
}
const seenDark = (page: Page) => page.evaluate(() => (window as unknown as { seenDark: boolean[] }).seenDark)

test(
  'A chosen theme is there at once, and after a reload from the first paint on',
  { tag: '@phone' },
  async ({ page, w }) => {
    await noteClasses(page)
    await open(page, '/login')
    const light = await background(page)
    await themeSelect(page, w).selectOption('dark')
    expect(await isDark(page)).toBe(true)
    expect(await background(page)).not.toBe(light)
    expect(await barColor(page)).toBe('#17110d')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    for (const path of ['/login', '/login/error', '/login/verify']) {
      await open(page, path)
      expect(await seenDark(page)).toEqual([true])
      expect(await barColor(page)).toBe('#17110d')
    }
    await open(page, '/login')
    await expect(themeSelect(page, w)).toHaveValue('dark')
    await themeSelect(page, w).selectOption('light')
    expect(await barColor(page)).toBe('#fbf9f5')
    expect(await background(page)).toBe(light)
  },
)

test(
  'The theme follows the system until one is chosen, which stays, and other tabs follow',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, w }) => {
    await noteClasses(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/login')
    expect(await seenDark(page)).toEqual([true])
    await expect(themeSelect(page, w)).toHaveValue('system')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => isDark(page)).toBe(false)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => isDark(page)).toBe(true)

    await themeSelect(page, w).selectOption('light')
    await open(page, '/login')
    expect(await seenDark(page)).toEqual([false])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await isDark(page)).toBe(false)

    const other = await context.newPage()
    await open(other, '/login')
    await themeSelect(page, w).selectOption('dark')
    await expect.poll(() => isDark(other)).toBe(true)
    await expect(themeSelect(other, w)).toHaveValue('dark')
  },
)

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test(
    'chooses the theme on the account page, and every page has it',
    { tag: ['@phone', '@slow'] },
    async ({ page, w }) => {
      await open(page, '/app/account')
      await themeSelect(page, w).selectOption('dark')
      await noteClasses(page)
      for (const path of ['/app', '/app/books', '/home']) {
        await open(page, path)
        expect(await seenDark(page)).toEqual([true])
      }
    },
  )

  test('sees every page follow the system while it is open', { tag: ['@desktop', '@slow'] }, async ({ page }) => {
    for (const path of ['/app', '/app/books', '/app/account']) {
      await page.emulateMedia({ colorScheme: 'light' })
      await openNext(page, path)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(() => isDark(page), path).toBe(true)
    }
  })
})
