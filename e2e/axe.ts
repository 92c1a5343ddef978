import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, goOn, open, test } from './test.ts'
import { words, type Language, type Words } from './words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface State {
  name: string
  /** The only size to check, for a screen that is the same at both. */
  tag?: '@phone' | '@desktop'
  /** Runs before the check. */
  act?: (page: Page, w: Words) => Promise<void>
}

export interface Screen extends State {
  /** It, or what brings about the screen by the API and returns its path. */
  path: string | ((page: Page) => Promise<string>)
  /** More states of the page in the same visit, each reached from the one before. */
  next?: readonly State[]
}

const dialogs = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Closes the dialog that the state before has opened. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialogs(page)).toHaveCount(0)
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

/** The languages of the desktop: each has about every third document. */
const DESKTOP_LANGUAGES = ['en', 'fr', 'sw'] as const
/** Screens that one document shows at most, one after the other. */
const TOGETHER = 6

interface Visit {
  language: Language
  size: '@phone' | '@desktop'
  screens: Screen[]
}

/** The states of a screen that a size has. */
const statesAt = (size: Visit['size'], screen: Screen): State[] =>
  [screen, ...(screen.next ?? [])].filter(({ tag = size }) => tag === size)

function visitsAt(size: Visit['size'], screens: readonly Screen[]): Visit[] {
  const shown = screens.filter((screen) => statesAt(size, screen).length > 0)
  const parts = Math.ceil(shown.length / TOGETHER)
  const length = Math.ceil(shown.length / parts)
  return Array.from({ length: parts }, (_, part) => ({
    size,
    screens: shown.slice(part * length, (part + 1) * length),
    // By the name, since a count would be another one in each worker.
    language:
      size === '@phone'
        ? 'ar'
        : (DESKTOP_LANGUAGES[((shown[0]?.name.length ?? 0) + part) % DESKTOP_LANGUAGES.length] ?? 'en'),
  }))
}

/** Either theme for about half of the states. */
const themeOf = (name: string, size: Visit['size']): 'light' | 'dark' =>
  (name.length + Number(size === '@phone')) % 2 === 0 ? 'light' : 'dark'

async function checkScreen(page: Page, screen: Screen, { language, size }: Visit): Promise<void> {
  for (const { name, act } of statesAt(size, screen)) {
    await test.step(name, async () => {
      await act?.(page, words(language))
      const theme = themeOf(name, size)
      await show(page, theme)
      expect.soft(await faultsOf(page), `${name}, ${theme}`).toEqual([])
    })
  }
}

/**
 * Checks screens and their states, on the phone in Arabic and on the desktop in another language. A state that is checked at
 * both sizes is dark at one of them; that the colours are told apart in both themes is tested where they are (styles.test.ts).
 * One document shows several screens: loading it, and the checker into it, takes far longer than a check.
 */
export function testScreens(screens: readonly Screen[], run: typeof test = test): void {
  for (const visit of [...visitsAt('@phone', screens), ...visitsAt('@desktop', screens)]) {
    const { language, size } = visit
    const names = visit.screens.flatMap((screen) => statesAt(size, screen)).map(({ name }) => name)
    const title = `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} without fault in ${language}`
    run(title, { tag: size }, async ({ page, context, baseURL, watched }) => {
      watched.allow(/status of (40[01349]|429)/)
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      for (const [place, screen] of visit.screens.entries()) {
        const path = typeof screen.path === 'string' ? screen.path : await screen.path(page)
        if (place === 0) await open(page, path)
        else {
          // A dialog of the area's layout stays open on the next page.
          if (await dialogs(page).count()) await closeDialog(page)
          await goOn(page, path)
        }
        await checkScreen(page, screen, visit)
        await page.unrouteAll()
      }
    })
  }
}
