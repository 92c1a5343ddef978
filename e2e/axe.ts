import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  actsOf,
  closeDialog,
  dialogs,
  type Area,
  type Screen,
  type State,
  type Visit,
} from '../testing/screens/screen.ts'
import { expect, goOn, open, test } from './test.ts'
import { words, type Language } from '../testing/words.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

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
  // What begins to fade while axe looks, such as a toast whose time is over, is either there or not.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await settle(page)
  // Faster, and the same faults: legacy mode without frames, and no list of all that is in order.
  // Its half megabyte of script goes to the page at the first check only.
  const isThere = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode(true)
    .options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? builder : builder.include(part)).analyze()
  await page.emulateMedia({ reducedMotion: null })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  )
}

/** The languages of the desktop: each has about every third document. */
const DESKTOP_LANGUAGES = ['en', 'fr', 'sw'] as const
/** Screens that one document shows at most, one after the other. */
const TOGETHER = 6

type Size = 'phone' | 'desktop'

/** The state, if a size has it, and those after it. */
const statesAt = (size: Size, state: State): State[] => [
  ...(state.axe === size || state.axe === 'both' ? [state] : []),
  ...(state.next ?? []).flatMap((next) => statesAt(size, next)),
]

/** Screens in parts of about the same length. */
function partsOf(screens: readonly Screen[]): Screen[][] {
  const count = Math.ceil(screens.length / TOGETHER)
  const length = Math.ceil(screens.length / count)
  return Array.from({ length: count }, (_, part) => screens.slice(part * length, (part + 1) * length))
}

/** Either theme for about half of the states. */
const themeOf = (name: string, size: Size): 'light' | 'dark' =>
  (name.length + Number(size === 'phone')) % 2 === 0 ? 'light' : 'dark'

/** Brings about a state and those after it, and checks what the size has of them. */
async function checkStates(visit: Visit, size: Size, state: State): Promise<void> {
  const { page } = visit
  await test.step(state.name, async () => {
    for (const act of actsOf(state)) await act(visit)
    if (state.axe !== size && state.axe !== 'both') return
    const theme = themeOf(state.name, size)
    await show(page, theme)
    expect.soft(await faultsOf(page), `${state.name}, ${theme}`).toEqual([])
  })
  const next = (state.next ?? []).filter((one) => statesAt(size, one).length > 0)
  for (const [place, one] of next.entries()) {
    if (place > 0 && (await dialogs(page).count())) await closeDialog(page)
    await checkStates(visit, size, one)
  }
}

/**
 * Checks the states that say so, on the phone in Arabic and on the desktop in another language. A state that is checked at
 * both sizes is dark at one of them; that the colours are told apart in both themes is tested where they are (styles.test.ts).
 * One document shows several screens: loading it, and the checker into it, takes far longer than a check. All are checked
 * on servers without settings.
 */
export function testAreas(areas: readonly Area[], run: typeof test = test): void {
  for (const size of ['phone', 'desktop'] as const)
    for (const area of areas)
      for (const screens of partsOf(area.screens.filter((screen) => statesAt(size, screen).length > 0)))
        testVisit(size, area, screens, run)
}

function testVisit(size: Size, area: Area, screens: readonly Screen[], run: typeof test): void {
  const names = screens.flatMap((screen) => statesAt(size, screen)).map(({ name }) => name)
  // By the names, since a count would be another one in each worker.
  const language: Language =
    size === 'phone' ? 'ar' : DESKTOP_LANGUAGES[names.join('').length % DESKTOP_LANGUAGES.length]!
  run.describe(() => {
    run.use({ person: area.person === 'new reader' ? 'nobody' : area.person })
    const title = `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} without fault in ${language}`
    run(title, { tag: [`@${size}`, '@slow'] }, async ({ page, context, baseURL, dataDir, newReader, watched }) => {
      watched.allow(/status of (40[01349]|429)/)
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      const visit = { page, language, w: words(language), dataDir }
      const email = area.person === 'new reader' ? await newReader() : ''
      await area.before?.(dataDir, email)
      for (const [place, screen] of screens.entries()) {
        const path = typeof screen.path === 'string' ? screen.path : await screen.path(visit)
        if (place === 0) await open(page, path)
        else {
          // A dialog of the area's layout stays open on the next page.
          if (await dialogs(page).count()) await closeDialog(page)
          await goOn(page, path)
        }
        await checkStates(visit, size, screen)
        await page.unrouteAll()
      }
    })
  })
}
