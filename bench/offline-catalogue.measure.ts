import type { Page } from 'playwright-core'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { seedIfEmpty } from '#base/db/seed/seed.server.ts'
import judged from '#catalogue/book/search/search-judged.json' with { type: 'json' }
import { CATALOGUE_PATH } from '#catalogue/offline/catalogue-wire.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { startOfflinePages, type OfflinePages, type OfflineStore } from '#test/offline/offline-pages.ts'
import { generateBooks } from './books.ts'
import { withEmptyDatabase } from './empty-database.ts'
import { importCatalogue } from './import-catalogue.ts'

declare const offline: OfflineStore
/** Milliseconds of the tasks that were long, in the page. */
declare const longTasks: number[]

/** Comma-separated files to import; without any, generated books. */
const catalogues = (process.env.CATALOGUES ?? '').split(',').filter((file) => file !== '')
const BOOKS = Number(process.env.BOOKS ?? 10_900)
/** Times of the processor by which Chromium is slowed down. */
const SLOWNESS = Number(process.env.SLOWNESS ?? 4)

/** Bytes on the wire and milliseconds that are enough. Those of the whole are for 10,000 books, so they grow with them. */
const LIMITS = { whole: 450_000 / 10_000, difference: 1000, nothing: 200, search: 50, script: 8000 }

async function addBooks(): Promise<void> {
  if (catalogues.length > 0) {
    await seedIfEmpty(db, 'sample')
    for (const file of catalogues) console.log(`${file}: ${await importCatalogue(file)} books`)
    return
  }
  await seedIfEmpty(db, 'genres')
  const genres = await db.select({ id: genre.id }).from(genre)
  const books = generateBooks()
  for (let added = 0; added < BOOKS;) {
    const batch = Array.from({ length: Math.min(5000, BOOKS - added) }, () => {
      const { genre: number, ...fields } = books.next().value
      return { ...fields, genreId: genres[number % genres.length]?.id ?? null }
    })
    added += (await db.insert(book).values(batch).onConflictDoNothing().returning({ id: book.id })).length
  }
}

const timed = async <T>(work: () => Promise<T>): Promise<[milliseconds: number, result: T]> => {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

let isGood = true
function say(what: string, figure: number, unit: string, limit?: number): void {
  const isWithin = limit === undefined || figure <= limit
  if (!isWithin) isGood = false
  const of = limit === undefined ? '' : ` of ${limit.toFixed(0)}`
  console.log(`${isWithin ? '✓' : '✗'} ${what.padEnd(46)} ${figure.toFixed(unit === 'ms' ? 1 : 0)}${of} ${unit}`)
}

/** How long the server takes for the whole, when it was asked for first and again. */
async function measureServer(reader: SignedInCaller): Promise<void> {
  const ask = async () => {
    const path = `${CATALOGUE_PATH}?person=${reader.user.id}`
    return (await reader.request(path, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
  }
  const [first] = await timed(ask)
  const [next] = await timed(ask)
  say('the server, the first phone', first, 'ms')
  say('the server, the next phone', next, 'ms')
}

async function measureWire(page: Page, { asked }: OfflinePages, person: string, count: number): Promise<void> {
  const refresh = () => page.evaluate((id) => offline.refreshCatalogue(id), person)
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { longTasks: times })
    new PerformanceObserver((list) => times.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  const [first] = await timed(refresh)
  const tasks = await page.evaluate(() => longTasks)
  say('the whole catalogue', asked.at(-1)?.bytes ?? 0, 'bytes', LIMITS.whole * count)
  say('fetched, computed and kept', first, 'ms')
  say('the longest that a tap waits meanwhile', Math.max(0, ...tasks), 'ms')
  await refresh()
  say('nothing new', asked.at(-1)?.bytes ?? 0, 'bytes', LIMITS.nothing)
  await db
    .insert(book)
    .values({ title: 'A new book to be measured', author: 'Chimamanda Ngozi Adichie', publisher: 'Fourth Estate' })
  const [one] = await timed(refresh)
  say('one new book', asked.at(-1)?.bytes ?? 0, 'bytes', LIMITS.difference)
  say('fetched, computed and kept', one, 'ms')
}

/** The times of opening and of searches, in the page. */
async function measurePhone(page: Page, person: string): Promise<void> {
  const searches = judged.map(({ query }) => query)
  const open: number[] = []
  for (let at = 0; at < 5; at += 1) {
    // What a page has opened it keeps.
    await page.reload()
    open.push(
      await page.evaluate(async (id) => {
        const started = performance.now()
        await offline.openCatalogue(id)
        return performance.now() - started
      }, person),
    )
  }
  const { search, list } = await page.evaluate(
    async ({ id, terms }) => {
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the page
      const timesOf = async (count: number, work: (at: number) => unknown): Promise<number[]> => {
        const times: number[] = []
        for (let at = 0; at < count; at += 1) {
          const started = performance.now()
          // One after the other is what is timed.
          await work(at)
          times.push(performance.now() - started)
        }
        return times
      }
      const catalogue = await offline.openCatalogue(id)
      const typed = terms.flatMap((term) => [term.slice(0, 1), term.slice(0, 3), term])
      return {
        search: await timesOf(typed.length, (at) => catalogue?.list({ search: typed[at], limit: 20 })),
        list: await timesOf(30, (at) =>
          catalogue?.list({ sort: (['title', 'author', 'added'] as const)[at % 3], offset: at * 100, limit: 20 }),
        ),
      }
    },
    { id: person, terms: searches },
  )
  say(`open, at ${SLOWNESS} × slower`, quantile(open, 0.5), 'ms')
  say(`search of ${search.length}, median`, quantile(search, 0.5), 'ms', LIMITS.search)
  say('search, 95th of a hundred', quantile(search, 0.95), 'ms', LIMITS.search)
  say('search, the slowest', Math.max(...search), 'ms')
  say('a page of a list, the slowest', Math.max(...list), 'ms', LIMITS.search)
}

async function measure(): Promise<boolean> {
  await addBooks()
  await db.execute('analyze')
  const count = await db.$count(book)
  console.log(`${count.toLocaleString('en')} books`)
  const reader = await as('reader')
  await measureServer(reader)
  const pages = await startOfflinePages()
  try {
    say('store and search, as sent', pages.scriptBytes, 'bytes', LIMITS.script)
    const page = await pages.open(reader)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
    await measureWire(page, pages, reader.user.id, count)
    await measurePhone(page, reader.user.id)
  } finally {
    await pages.close()
  }
  return isGood
}

/**
 * Measures the offline catalogue: its bytes on the wire, the server's time, and opening and searching it in a Chromium
 * that is slowed down (SLOWNESS, 4). With CATALOGUES=<files> of those books, else of BOOKS generated ones.
 */
export default function offlineCatalogue(): Promise<boolean> {
  return withEmptyDatabase(measure)
}
