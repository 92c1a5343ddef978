import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'
import { words, type Words } from './words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
export interface Screen {
  name: string
  path: string
  /** Of what is drawn alike at both sizes: the one at which it is looked at. */
  tag?: '@phone' | '@desktop'
  /** What is done before it is looked at. */
  act?: (page: Page, w: Words) => Promise<void>
}

async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark)
    // Colours on their way to others are nobody's choice.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  }, theme === 'dark')
}

/** Without frames the quicker way looks at the same. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true)

async function faults(builder: AxeBuilder): Promise<string[]> {
  const result = await builder.analyze()
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

/**
 * Looks at a screen in both themes, on the phone in Arabic and on the desktop in English: one visit a size, or one in all. Of the
 * second theme only the colours can differ.
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
      expect.soft(await faults(axe(page).withTags(TAGS)), 'light').toEqual([])
      await show(page, 'dark')
      expect.soft(await faults(axe(page).withRules(['color-contrast', 'link-in-text-block'])), 'dark').toEqual([])
    })
  }
}
