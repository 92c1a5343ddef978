import type { BrowserContext, Page, Request } from '@playwright/test'
import type { Kind } from '#shelves/stocktake/stocktake.schema.ts'
import { askApi } from '../testing/books-api.ts'
import { runSql } from '../testing/database.ts'
import { stateOf } from '../testing/enter.ts'
import { belongsTo } from '../testing/origin.ts'
import { ADMIN, startServer, type RunningServer } from '../testing/server.ts'
import { expect, heading, open, test } from './test.ts'

/** What the library has: `N-0`, `N-1` and so on, by what is to be found of them. */
const PLANTED = [
  { of: 'here', from: 0, to: 860 },
  { of: 'onLoan', from: 860, to: 880 },
  { of: 'misplaced', from: 880, to: 930 },
  { of: 'lost', from: 930, to: 940 },
  { of: 'missing', from: 940, to: 1010 },
  // On loan, and not here.
  { of: 'away', from: 1010, to: 1025 },
] as const
const numbersOf = (kind: (typeof PLANTED)[number]['of'] | 'seen'): string[] => {
  const parts = PLANTED.filter(({ of }) => (kind === 'seen' ? !['missing', 'away'].includes(of) : of === kind))
  return parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => `N-${from + at}`))
}
const UNKNOWN = Array.from({ length: 40 }, (_, at) => `OTHER-${at}`)
const TWICE = numbersOf('here').slice(0, 20)

/** Adds the copies and their loans. */
async function plant(dataDir: string, bookId: string, borrowerId: string): Promise<void> {
  const rows = PLANTED.flatMap(({ of }) =>
    numbersOf(of).map((number) => ({
      number,
      location: of === 'misplaced' ? 'Attic' : 'Hall',
      condition: of === 'lost' ? 'lost' : 'ok',
    })),
  )
  const given = JSON.stringify(rows)
  await runSql(
    dataDir,
    `insert into copy (id, book_id, number, location, condition, version, created_at, updated_at)
     select gen_random_uuid(), $1, number, location, condition, 1, now(), now()
     from jsonb_to_recordset($2::jsonb) as given(number text, location text, condition text)`,
    [bookId, given],
  )
  await runSql(
    dataDir,
    `insert into loan (id, copy_id, borrower_id, lent_at, due_on, act_id)
     select gen_random_uuid(), copy.id, $1, now() - interval '1 day', '2999-01-01', gen_random_uuid()
     from copy where number = any($2::text[])`,
    [borrowerId, [...numbersOf('onLoan'), ...numbersOf('away')]],
  )
}

const isScans = (request: Request): boolean => request.method() === 'POST' && request.url().includes('/_serverFn/')

/** A device that counts: a browser with a disk of its own. */
class Device {
  readonly context: BrowserContext
  page: Page
  readonly #path: string
  readonly #label: string

  private constructor(context: BrowserContext, page: Page, path: string, label: string) {
    this.context = context
    this.page = page
    this.#path = path
    this.#label = label
  }

  static async open(context: BrowserContext, path: string, label: string): Promise<Device> {
    const device = new Device(context, await context.newPage(), path, label)
    await open(device.page, path)
    return device
  }

  /** Several scans at once, as they come from a list. */
  async scan(codes: readonly string[]): Promise<void> {
    await this.page.getByLabel(this.#label).evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, codes.join('\n'))
  }

  /** How many scans are on its disk: they have no answer. */
  kept = (): Promise<number> =>
    this.page.evaluate(async () => {
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
        })
      const name = 'maktaba-stocktake'
      // The page makes it.
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
      const database = await settled(indexedDB.open(name))
      const count = await settled(database.transaction('scans').objectStore('scans').count())
      database.close()
      return count
    })

  /** Its page ends without a word, and is opened again. */
  async crash(): Promise<void> {
    await this.page.close({ runBeforeUnload: false })
    this.page = await this.context.newPage()
    await open(this.page, this.#path)
  }
}

/** The rows of the report of a kind, as number and how often it was scanned. */
async function reportOf(page: Page, url: string, id: string, kind: Kind): Promise<string[][]> {
  const response = await page.context().request.get(`${url}/api/v1/stocktakes/${id}/export?kind=${kind}`)
  const [, ...lines] = (await response.text()).trim().split(/\r?\n/)
  return lines.map((line) => {
    const cells = line.split(',')
    return [cells[3] ?? '', cells[8] ?? '']
  })
}

test(
  '1,000 scans of three devices while kill -9 ends the server and lines are cut: none is lost or counted twice',
  { tag: '@desktop' },
  async ({ browser, w }) => {
    const settings = { SEED: 'sample' }
    let server: RunningServer = await startServer(settings)
    const { url, dataDir } = server
    const again = async () => {
      await server.kill()
      server = await startServer(settings, [], { before: server })
    }
    const storageState = await stateOf(url, 'admin', { email: ADMIN, dataDir })
    const contexts = await Promise.all(
      [0, 1, 2].map(async () => {
        const context = await browser.newContext({ baseURL: url, storageState, locale: 'en-US' })
        belongsTo(context, url)
        return context
      }),
    )
    try {
      const [first] = contexts
      if (!first) throw new Error('No browser')
      const starting = await first.newPage()
      const add = async (path: string, body: object) => (await askApi(starting, 'POST', path, body)) as { id: string }
      const [book, who] = [await add('/books', { title: 'Matilda' }), await add('/borrowers', { name: 'Awa Ndiaye' })]
      await plant(dataDir, book.id, who.id)
      await open(starting, '/manager/stocktakes')
      await starting.getByLabel(w('copy_location')).selectOption('Hall')
      await expect(starting.locator('form').getByRole('button')).toContainText('965')
      await starting.locator('form').getByRole('button').click()
      await expect(heading(starting)).toHaveText(w('stocktake_title'))
      await expect(starting).toHaveURL(/[0-9a-f-]{36}$/)
      const path = new URL(starting.url()).pathname
      const id = path.split('/').at(-1) ?? ''
      await starting.close()

      const devices = await Promise.all(contexts.map((context) => Device.open(context, path, w('stocktake_field'))))
      // What is scanned twice is so by two devices: one alone would be the stutter of a scanner.
      const scans = [...numbersOf('seen'), ...UNKNOWN].map((code, at) => ({ code, by: at % 3 }))
      scans.push(...TWICE.map((code, at) => ({ code, by: (at + 1) % 3 })))
      expect(scans).toHaveLength(1000)
      const ROUNDS = 12
      const shareOf = (by: number, round: number) => {
        const own = scans.filter((one) => one.by === by).map(({ code }) => code)
        return own.filter((_, at) => at % ROUNDS === round)
      }
      let restarted = Promise.resolve()
      for (let round = 0; round < ROUNDS; round++) {
        const [one, two, three] = devices
        if (!one || !two || !three) throw new Error('No devices')
        const isKill = [1, 5, 9].includes(round)
        if (isKill) await restarted
        // One is killed with a request under way, another right after an answer.
        const moment =
          round === 5 ? one.page.waitForResponse((got) => isScans(got.request())) : one.page.waitForRequest(isScans)
        if (round === 2) await two.context.setOffline(true)
        if (round === 6) await three.context.setOffline(true)
        await Promise.all(devices.map((device, by) => device.scan(shareOf(by, round))))
        if (isKill) {
          await moment
          restarted = again()
          // A failure is met where it is waited for.
          restarted.catch(() => undefined)
        } else moment.catch(() => undefined)
        if (round === 6) {
          // What its disk has taken outlives the page.
          await expect.poll(three.kept).toBeGreaterThanOrEqual(shareOf(2, round).length)
          await restarted
          await three.context.setOffline(false)
          await three.crash()
        }
        if (round === 4) await two.context.setOffline(false)
      }
      await restarted
      for (const device of devices) await expect.poll(device.kept).toBe(0)

      const [{ page }] = devices as [Device]
      const found = async (kind: Kind) => (await reportOf(page, url, id, kind)).toSorted()
      const once = (numbers: readonly string[], times: number) =>
        numbers.map((number) => [number, String(times)]).toSorted()
      expect(await found('missing')).toEqual(once(numbersOf('missing'), 0))
      expect(await found('misplaced')).toEqual(once(numbersOf('misplaced'), 1))
      expect(await found('unknown')).toEqual(once(UNKNOWN, 1))
      expect(await found('onLoan')).toEqual(once(numbersOf('onLoan'), 1))
      expect(await found('lost')).toEqual(once(numbersOf('lost'), 1))
      expect(await found('twice')).toEqual(once(TWICE, 2))
      // Each scan counts, and is there once.
      expect(await askApi(page, 'GET', `/stocktakes/${id}`)).toMatchObject({
        scans: 1000,
        figures: { expected: 965, seen: 880, lent: 15, missing: 70 },
      })
    } finally {
      await Promise.all(contexts.map((context) => context.close()))
      await server.stop()
    }
  },
)
