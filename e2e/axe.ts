import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'
import { words, type Words } from './words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PHONE = [
  ['en', 'light'],
  ['ar', 'dark'],
] as const
const DESKTOP = [
  ['en', 'dark'],
  ['ar', 'light'],
] as const

export interface Screen {
  name: string
  path: string
  /** What is done before it is looked at. */
  act?: (page: Page, w: Words) => Promise<void>
}

async function violations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate(async (isDark) => {
    document.documentElement.classList.toggle('dark', isDark)
    // Colours on their way to others are nobody's choice.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  }, theme === 'dark')
  // Without frames the quicker way looks at the same.
  const result = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode(true).analyze()
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

/** Looks at a screen in English and Arabic, light and dark: each pair on one of the two sizes, which halves the time. */
export function testScreens(screens: readonly Screen[], run: typeof test = test): void {
  for (const { name, path, act } of screens) {
    run(`${name} is without fault for everyone`, async ({ page, context, baseURL, watched, isMobile }) => {
      watched.allow(/status of (40[01349]|429)/)
      for (const [language, theme] of isMobile ? PHONE : DESKTOP) {
        await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
        await open(page, path)
        await act?.(page, words(language))
        expect.soft(await violations(page, theme), `${language} ${theme}`).toEqual([])
      }
    })
  }
}
