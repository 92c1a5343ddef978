import type { Browser, Page } from '@playwright/test'
import { median } from '../median.ts'
import { VISITED, type VisitedPath } from './budgets.ts'
import { visitor, type Received } from './visitor.ts'

/** What the page itself notices, in milliseconds since the visit began. */
interface Noticed {
  firstPaint: number
  lcp: number
  /** What was painted largest. */
  largest: string
  /** Cumulative layout shift, without a unit. */
  shift: number
  usable: number
}

export interface Visit extends Noticed {
  received: Received
  whole: number
  secondVisit: number
}

const sumOf = (received: Received): number => Object.values(received).reduce((sum, bytes) => sum + bytes, 0)

/**
 * Runs in the page before its own scripts. 'Usable' is the first idle moment after React has taken over the main field:
 * what is typed or tapped from then on is answered at once.
 */
function watchPage(field: string): void {
  const noticed = { firstPaint: 0, lcp: 0, largest: '', shift: 0, usable: 0 }
  Object.assign(window, { __noticed: noticed })
  const take = (entry: PerformanceEntry) => {
    if (entry.name === 'first-contentful-paint') noticed.firstPaint = entry.startTime
    if (entry.entryType === 'largest-contentful-paint') {
      noticed.lcp = entry.startTime
      const element = 'element' in entry && entry.element instanceof Element ? entry.element : null
      noticed.largest = `${element?.tagName.toLowerCase() ?? 'gone'} ${element?.textContent?.slice(0, 30) ?? ''}`
    }
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) noticed.shift += Number(entry.value)
  }
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift'])
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  const look = () => {
    const element = document.querySelector(field)
    if (element && Object.keys(element).some((key) => key.startsWith('__reactProps$')))
      requestIdleCallback(() => (noticed.usable = performance.now()))
    else setTimeout(look, 10)
  }
  look()
}

const readNoticed = (page: Page): Promise<Noticed> => page.evaluate(() => Reflect.get(window, '__noticed'))

/** Visits a page with an empty cache, and again. */
async function visitOnce(browser: Browser, url: string, path: VisitedPath, cookie?: string): Promise<Visit> {
  const { context, open } = await visitor(browser, url, cookie)
  await context.addInitScript(watchPage, VISITED[path].field)
  const first = await open()
  await first.page.goto(path)
  await first.page.waitForFunction(() => Reflect.get(window, '__noticed').usable > 0)
  await first.still()
  const noticed = await readNoticed(first.page)
  await first.page.close()
  const second = await open()
  await second.page.goto(path)
  await second.page.waitForFunction(() => Reflect.get(window, '__noticed').usable > 0)
  await second.still()
  await context.close()
  const { received } = first
  return { ...noticed, received, whole: sumOf(received), secondVisit: sumOf(second.received) }
}

const VISITS = 5

/** The medians of five visits, each by somebody who comes for the first time. */
export async function measureVisits(browser: Browser, url: string, path: VisitedPath, cookie?: string): Promise<Visit> {
  const visits: Visit[] = []
  for (let at = 0; at < VISITS; at++) visits.push(await visitOnce(browser, url, path, cookie))
  const of = (figure: (visit: Visit) => number) => Math.round(1000 * median(visits.map(figure))) / 1000
  return {
    firstPaint: of((visit) => visit.firstPaint),
    lcp: of((visit) => visit.lcp),
    largest: visits[0]?.largest ?? '',
    shift: of((visit) => visit.shift),
    usable: of((visit) => visit.usable),
    received: {
      document: of(({ received }) => received.document),
      js: of(({ received }) => received.js),
      css: of(({ received }) => received.css),
      fonts: of(({ received }) => received.fonts),
      other: of(({ received }) => received.other),
    },
    whole: of((visit) => visit.whole),
    secondVisit: of((visit) => visit.secondVisit),
  }
}
