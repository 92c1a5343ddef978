import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A connection of 1.6 Mbit/s down and 750 kbit/s up with 150 ms, and a processor of a quarter of this one's speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWER = 4
/** Milliseconds without a response after which a page has come whole. */
const STILL = 1000
/** Milliseconds that a finger rests on the glass. Playwright's own taps leave it at once, as no finger does. */
const TOUCH = 70

export interface Visitor {
  context: BrowserContext
  /** Opens a tab on the poor connection. */
  open: () => Promise<Tab>
}

export interface Tab {
  page: Page
  received: Received
  /** Resolves when nothing has come for a second. */
  still: () => Promise<void>
  /** Taps as a finger does, which rests for a moment. */
  tap: (target: Locator) => Promise<void>
}

/** Bytes that have come, headers included, by kind of file. */
export type Received = Record<'document' | 'js' | 'css' | 'fonts' | 'other', number>

/** Somebody with a phone, without anything in the cache. */
export async function visitor(browser: Browser, url: string, cookie?: string): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  if (cookie !== undefined) await context.addCookies(cookiesOf(cookie, url))
  const open = async () => {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', NETWORK)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return { page, ...countBytes(cdp), tap: (target: Locator) => tap(cdp, target) }
  }
  return { context, open }
}

async function tap(cdp: CDPSession, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${String(target)} is not to be seen`)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await sleep(TOUCH)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

export const cookiesOf = (header: string, url: string) =>
  header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return { name, value, url }
  })

const KINDS: Partial<Record<string, keyof Received>> = {
  Document: 'document',
  Script: 'js',
  Stylesheet: 'css',
  Font: 'fonts',
}

/** Counts what comes over the network, and not what the cache had. */
function countBytes(cdp: CDPSession): Pick<Tab, 'received' | 'still'> {
  const received: Received = { document: 0, js: 0, css: 0, fonts: 0, other: 0 }
  const kinds = new Map<string, keyof Received>()
  let lastAt = performance.now()
  const notice = () => (lastAt = performance.now())
  cdp.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    notice()
    // Preloaded modules and fonts are requested before it is known what they are for.
    kinds.set(requestId, request.url.endsWith('.woff2') ? 'fonts' : request.url.endsWith('.js') ? 'js' : kindOf(type))
  })
  cdp.on('Network.dataReceived', notice)
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    notice()
    received[kinds.get(requestId) ?? 'other'] += encodedDataLength
  })
  const still = async () => {
    notice()
    while (performance.now() - lastAt < STILL) await sleep(STILL / 10)
  }
  return { received, still }
}

const kindOf = (type: string | undefined): keyof Received => KINDS[type ?? ''] ?? 'other'
