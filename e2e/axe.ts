import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'
import { words, type Words } from './words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome differs between the themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

export interface Screen {
  name: string
  path: string
  /** The only size to check, for a screen that is the same at both. */
  tag?: '@phone' | '@desktop'
  /** Runs before the check. */
  act?: (page: Page, w: Words) => Promise<void>
}

async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark)
    // Waits for colour transitions, whose intermediate colours are not checked.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  }, theme === 'dark')
}

/** What axe finds by these tags or rules, on the page or a part of it. */
export async function faultsOf(page: Page, runOnly: string[] = TAGS, part?: string): Promise<string[]> {
  // Faster, and the same faults: legacy mode without frames, and no list of all that is in order.
  // Its half megabyte of script goes to the page at the first check only.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode(true)
    .options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

/**
 * Checks a screen in both themes, on the phone in Arabic and on the desktop in English, with one visit for each size.
 * In the second theme only the colours are checked, since nothing else can differ.
 */
export function testScreens(screens: readonly Screen[], run: typeof test = test): void {
  for (const { name, path, act, tag = [] } of screens) {
    run(`${name} is without fault for everyone`, { tag }, async ({ page, context, baseURL, watched, isMobile }) => {
      watched.allow(/status of (40[01349]|429)/)
      const language = isMobile ? 'ar' : 'en'
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      await open(page, path)
      await act?.(page, words(language))
      await show(page, 'light')
      expect.soft(await faultsOf(page), 'light').toEqual([])
      await show(page, 'dark')
      expect.soft(await faultsOf(page, COLOURS), 'dark').toEqual([])
    })
  }
}
