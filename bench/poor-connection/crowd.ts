import type { Browser, Page } from '@playwright/test'
import { words } from '../../testing/words.ts'
import { waitForHydration } from '../../testing/sign-in.ts'
import { freePort, startMaktaba } from '../maktaba.ts'
import { figuresOf } from '../statistics.ts'
import { CROWD } from './budgets.ts'
import { sharedConnection } from './shared-connection.ts'
import { cookiesOf } from './visitor.ts'

const NETWORK = { down: 2_000_000, up: 1_000_000, latency: 150 }
const w = words('en')
/** Milliseconds that a reader looks at a page before the next act, from … to. */
const PAUSE = { least: 2000, most: 6000 }
const TERMS = ['river', 'night', 'love', 'history', 'safari']

export interface Crowd {
  /** Milliseconds until 19 of 20 see their first page, and until all of it has come to them. */
  seen: number
  whole: number
  /** Milliseconds of an act of somebody who has been here before. */
  act50: number
  act95: number
}

const pause = (page: Page) => page.waitForTimeout(PAUSE.least + Math.random() * (PAUSE.most - PAUSE.least))

/** What 19 of 20 values do not exceed. */
const at95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The first visit: when most of the page is there to be read, and when all of it has come. */
async function arrive(page: Page): Promise<{ seen: number; whole: number }> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => Object.assign(window, { __seen: list.getEntries().at(-1)?.startTime })).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const whole = await timed(async () => {
    await page.goto('/app/books')
    await page.waitForLoadState('networkidle')
  })
  await waitForHydration(page)
  // `networkidle` comes half a second after the last answer.
  return { seen: await page.evaluate(() => Number(Reflect.get(window, '__seen'))), whole: whole - 500 }
}

/** Opens a book, goes back, searches, opens what was found, goes to the tabs: milliseconds until each is shown. */
async function read(page: Page, at: number): Promise<number[]> {
  const main = page.getByRole('main')
  const link = main.getByRole('listitem').getByRole('link')
  const back = main.getByRole('link', { name: w('nav_books'), exact: true })
  const term = TERMS[at % TERMS.length] ?? ''
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      await link.nth(at % 4).tap()
      await main.getByRole('article').waitFor()
    },
    async () => {
      await back.tap()
      await page.getByRole('searchbox').waitFor()
    },
    async () => {
      await page.getByRole('searchbox').fill(term)
      await main.getByRole('listitem').locator('mark').first().waitFor()
    },
    async () => {
      await link.nth(0).tap()
      await main.getByRole('article').waitFor()
    },
  ]
  const times: number[] = []
  for (const act of acts) {
    await pause(page)
    times.push(await timed(act))
  }
  await pause(page)
  // The whole document again, as after a tab was closed.
  times.push(
    await timed(async () => {
      await page.goto('/app/books')
      await waitForHydration(page)
    }),
  )
  return times
}

/** Twenty readers who share a connection of 2 Mbit/s: all come at once for the first time, then each reads. */
export async function measureCrowd(browser: Browser, dataDir: string, cookie: string): Promise<Crowd> {
  const port = await freePort()
  const connection = await sharedConnection(port, NETWORK)
  const url = `http://localhost:${connection.port}`
  const maktaba = await startMaktaba(dataDir, { port, settings: { BASE_URL: url } })
  try {
    const pages = await Promise.all(
      Array.from({ length: CROWD.readers }, async () => {
        const context = await browser.newContext({
          baseURL: url,
          viewport: { width: 390, height: 844 },
          isMobile: true,
          hasTouch: true,
        })
        context.setDefaultTimeout(120_000)
        await context.addCookies(cookiesOf(cookie, url))
        return context.newPage()
      }),
    )
    const first = await Promise.all(pages.map(arrive))
    const acts = (await Promise.all(pages.map(read))).flat()
    await Promise.all(pages.map((page) => page.context().close()))
    return {
      seen: Math.round(at95(first.map(({ seen }) => seen))),
      whole: Math.round(at95(first.map(({ whole }) => whole))),
      act50: Math.round(figuresOf(acts, 1).p50),
      act95: Math.round(at95(acts)),
    }
  } finally {
    await maktaba.stop()
    connection.close()
  }
}
