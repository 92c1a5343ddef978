import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { heading, waitForHydration } from '../../../testing/sign-in.ts'
import { words, type Language } from '../../../testing/words.ts'
import type { Walk } from './at-hand.ts'
import { Diary } from './diary.ts'
import { withDebian } from '../debian-root.ts'
import type { FaultResult } from '../fault.ts'
import { chooseStick, makeBackup, printSheet, setUp, showWords } from './first-day.ts'
import { Laptop, LAPTOP, LIBRARY_URL } from './laptop.ts'
import { bringBack, findBackup, lookAround, whatIsThere, type Kept } from './other-laptop.ts'
import { DAYS, firstWeek, pullStickOut } from './week.ts'

export interface WalkOptions {
  language: Language
  /** The Debian package. */
  file: string
  browser: Browser
  /** Where the numbered pictures go. */
  pictures: string
  say: (line: string) => void
  problem: (line: string) => void
}

/** A library from its installation to the same library on another laptop, in one language. */
export async function walk({ language, file, browser, pictures, say, problem }: WalkOptions): Promise<FaultResult> {
  const folder = mkdtempSync(join(tmpdir(), 'maktaba-walk-'))
  const diary = new Diary(pictures)
  const on = async (laptop: Laptop, days: number, run: (walk: Walk) => Promise<void>) => {
    const context = await browser.newContext({
      baseURL: LIBRARY_URL,
      locale: language,
      viewport: { width: 1280, height: 800 },
    })
    try {
      await laptop.boot(days)
      const page = await context.newPage()
      diary.use(page)
      await run({ page, w: words(language), diary, laptop, stick: join(folder, 'stick.img') })
    } finally {
      await laptop.end()
      await context.close()
    }
  }
  let eight: readonly string[] = []
  let before: Kept | undefined
  try {
    const first = await withDebian(async (debian) => {
      await on(new Laptop(debian), 0, async (one) => {
        await diary.step('the package is installed', () => installFrom(one, one.laptop.download(file)))
        await diary.step('the library is opened from the menu', () => openFromMenu(one))
        await setUp(one)
        await chooseStick(one)
        eight = await showWords(one)
        await makeBackup(one)
        await printSheet(one, eight)
        await firstWeek(one)
        before = await whatIsThere(one.page)
        say(`${language}: the library has ${before.books} books`)
        await pullStickOut(one)
      })
      return seen
    }, LAPTOP)
    if (first.skipped !== undefined) return first
    say(`${language}: the first laptop and its disk are gone`)
    return await withDebian(async (debian) => {
      await on(new Laptop(debian), DAYS, async (other) => {
        const desktop = other.laptop.plugIn(other.stick)
        await diary.step('another laptop: the package is installed from the stick', () =>
          installFrom(other, `${desktop}/Maktaba/maktaba.deb`),
        )
        await diary.step('the library is opened from the menu', () => openFromMenu(other))
        await findBackup(other, desktop)
        await bringBack(other, eight)
        if (before) compare(before, await whatIsThere(other.page), problem)
        await diary.picture('books')
        await lookAround(other)
      })
      return seen
    }, LAPTOP)
  } finally {
    for (const line of diary.lines()) say(line)
    rmSync(folder, { recursive: true, force: true })
  }
}

const seen: FaultResult = { times: 1, acknowledged: 0, lost: 0, answers: new Map(), longestOutage: 0, problems: [] }

/**
 * What the window of the software does that a double click on the package opens. It is of the desktop: no pointer of this script can press
 * there, so what it runs as root after 'Install' and the password is run in its place, and three presses are counted.
 */
async function installFrom({ diary, laptop }: Walk, path: string): Promise<void> {
  diary.outside(3)
  await laptop.start(`apt-get install -y --no-install-recommends ${path} 2>&1`)
}

/** Runs what the entry of the menu runs, as the person at the desktop, and opens what it opens. */
async function openFromMenu({ page, w, diary, laptop }: Walk): Promise<void> {
  diary.outside(2)
  const address = await laptop.start('PATH=/usr/local/bin:$PATH runuser -u ada -- /usr/lib/maktaba/bin/open-library')
  await page.goto(address.trim())
  await waitForHydration(page)
  await heading(page)
    .filter({ hasText: w('setup_title') })
    .waitFor()
  await diary.picture('first-page')
}

function compare(before: Kept, after: Kept, problem: (line: string) => void): void {
  for (const [name, value] of Object.entries(before)) {
    const now: unknown = Object.entries(after).find(([key]) => key === name)?.[1]
    if (JSON.stringify(now) !== JSON.stringify(value))
      problem(`${name} differs: ${JSON.stringify(now)} after, ${JSON.stringify(value)} before`)
  }
}
