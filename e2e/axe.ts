import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'
import { words, type Words } from './words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome differs between the themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

interface State {
  name: string
  /** The only size to check, for a screen that is the same at both. */
  tag?: '@phone' | '@desktop'
  /** Runs before the check. */
  act?: (page: Page, w: Words) => Promise<void>
}

export interface Screen extends State {
  path: string
  /** More states of the page in the same visit, each reached from the one before. */
  next?: readonly State[]
}

/** Closes the dialog that the state before has opened. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
}

const show = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((isDark) => void document.documentElement.classList.toggle('dark', isDark), theme === 'dark')

/**
 * Waits for transitions, whose intermediate colours are not checked. The end of one can begin another: that of a colour
 * that an element inherits.
 */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      const running = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      if (running.length === 0) return
      await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)))
    }
  })

/** What axe finds by these tags or rules, on the page or a part of it. */
export async function faultsOf(page: Page, runOnly: string[] = TAGS, part?: string): Promise<string[]> {
  await settle(page)
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

/** The languages of the desktop: each has every third screen. */
const DESKTOP_LANGUAGES = ['en', 'fr', 'sw'] as const

/**
 * Checks a screen and its states in both themes, on the phone in Arabic and on the desktop in another language, with one
 * visit for each size.
 * In the second theme only the colours are checked, since nothing else can differ.
 */
export function testScreens(screens: readonly Screen[], run: typeof test = test): void {
  for (const [index, { path, next = [], ...first }] of screens.entries()) {
    const desktop = DESKTOP_LANGUAGES[index % DESKTOP_LANGUAGES.length] ?? 'en'
    const title = `${[first, ...next].map(({ name }) => name).join(', ')} is without fault for everyone`
    run(title, { tag: first.tag ?? [] }, async ({ page, context, baseURL, watched, isMobile }) => {
      watched.allow(/status of (40[01349]|429)/)
      const [language, size] = isMobile ? (['ar', '@phone'] as const) : ([desktop, '@desktop'] as const)
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      await open(page, path)
      for (const { name, act, tag = size } of [first, ...next]) {
        if (tag !== size) continue
        await act?.(page, words(language))
        await show(page, 'light')
        expect.soft(await faultsOf(page), `${name}, light`).toEqual([])
        await show(page, 'dark')
        expect.soft(await faultsOf(page, COLOURS), `${name}, dark`).toEqual([])
      }
    })
  }
}
