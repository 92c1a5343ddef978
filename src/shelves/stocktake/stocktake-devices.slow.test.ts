import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { loan } from '#base/db/tables/loan.ts'
import { stocktake, stocktakeScan } from '#base/db/tables/stocktake.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, useLending } from '#test/lending.ts'
import { ScanQueue, type QueuedScan, type ScanStore } from './count/scan-queue.ts'
import { runStocktakeFix } from './fix/fixes.server.ts'
import { stocktakeRouter } from './stocktake.router.server.ts'
import { KINDS, type Kind } from './stocktake.schema.ts'

useDatabase()
useLending()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
  // The pauses before scans are sent again are no part of what is tried.
  const { setTimeout: real } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, pause?: number) =>
    real(run, pause === 2000 || pause === 5000 ? 1 : pause)) as typeof setTimeout)
})
afterAll(() => {
  vi.restoreAllMocks()
})

/** A device whose line can be cut, and whose page can crash. */
class Device {
  id = newId()
  disk = new Map<string, QueuedScan>()
  /** `before`: no request arrives. `after`: it is done, and its answer is lost. */
  cut: 'before' | 'after' | undefined
  queue: ScanQueue
  #page = 0
  /** Scans, and how many of them the disk has taken. */
  #scanned = 0
  #added = 0
  #of: string

  constructor(of: string) {
    this.#of = of
    this.queue = this.#open()
  }

  #open(): ScanQueue {
    const page = ++this.#page
    const { disk } = this
    const store: ScanStore = {
      read: async () => structuredClone([...disk.values()]),
      // A page that is gone writes nothing.
      add: async (scan) => {
        if (page !== this.#page) return
        disk.set(scan.id, structuredClone(scan))
        this.#added += 1
      },
      remove: async (ids) => ids.forEach((id) => page === this.#page && disk.delete(id)),
    }
    const queue = new ScanQueue({
      stocktakeId: this.#of,
      store,
      send: async (scans) => {
        if (page !== this.#page) return new Promise(() => undefined)
        if (this.cut === 'before') throw new TypeError('Failed to fetch')
        const answers = await manager.call(stocktakeRouter.scan, {
          id: this.#of,
          device: { id: this.id, isPhone: true },
          scans,
        })
        if (page !== this.#page) return new Promise(() => undefined)
        if (this.cut === 'after') throw new TypeError('Failed to fetch')
        return answers
      },
    })
    queue.start()
    return queue
  }

  /** The page is killed and opened again: what was on the disk is there. */
  kill(): void {
    this.queue = this.#open()
  }

  scan(number: string): void {
    this.#scanned += 1
    this.queue.add(number, undefined, null)
  }

  /** The disk has taken what was scanned. */
  kept = () => vi.waitFor(() => expect(this.#added).toBe(this.#scanned))
  idle = () => vi.waitFor(() => expect([...this.disk.keys()]).toEqual([]), { timeout: 60_000, interval: 10 })
}

const pause = () => new Promise((resolve) => setImmediate(resolve))

test(
  '1,000 scans of three devices with cuts and kills: none is lost, and the report is the planted truth of each kind',
  { timeout: 300_000 },
  async () => {
    const [{ id: bookId }, { id: borrowerId }] = [await aBook(), await aBorrower()]
    const long = new Date(now().getTime() - 86_400_000)
    const rows = Array.from({ length: 1100 }, (_, at) => ({
      id: newId(),
      bookId,
      number: `N-${at}`,
      location: at >= 900 && at < 950 ? 'Attic' : 'Room',
      condition: at >= 950 && at < 960 ? ('lost' as const) : ('ok' as const),
    }))
    await db.insert(copy).values(rows)
    const of = (from: number, to: number) => rows.slice(from, to).map(({ number }) => number)
    const lend = (from: number, to: number) =>
      db
        .insert(loan)
        .values(
          rows
            .slice(from, to)
            .map(({ id: copyId }) => ({ copyId, borrowerId, lentAt: long, dueOn: '2999-01-01', actId: newId() })),
        )
    // On loan and here, and on loan and away.
    await lend(800, 825)
    await lend(1080, 1100)
    const id = newId()
    await manager.call(stocktakeRouter.start, { id, location: 'Room', shelfFrom: '', shelfTo: '' })
    const unknown = Array.from({ length: 20 }, (_, at) => `OTHER-${at}`)
    const twice = of(0, 20)
    // 960 copies, 20 labels of another library, and 20 copies a second time.
    const scans = [...of(0, 960), ...unknown, ...twice]
    expect(scans).toHaveLength(1000)

    const devices = [new Device(id), new Device(id), new Device(id)]
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const apart = new Set<string>()
    for (const [at, number] of scans.entries()) {
      // The second scan of a copy comes from another device.
      const device = devices[apart.has(number) ? (random(2) + 1) % 3 : at < 20 ? 0 : random(3)]
      apart.add(number)
      device?.scan(number)
      const chance = random(40)
      const other = devices[random(3)]
      if (other && chance < 3) other.cut = chance === 0 ? 'before' : 'after'
      else if (other && chance < 7) other.cut = undefined
      else if (other && chance === 7) {
        await other.kept()
        other.kill()
      }
      if (at % 5 === 0) await pause()
    }
    for (const device of devices) {
      device.cut = undefined
      await device.kept()
      device.kill()
    }
    for (const device of devices) await device.idle()

    expect(await db.$count(stocktakeScan, eq(stocktakeScan.stocktakeId, id))).toBe(1000)
    const found = async (kind: Kind) => {
      const { items } = await manager.call(stocktakeRouter.rows, { id, kind, offset: 0, limit: 1000 })
      return items.map(({ number }) => number).toSorted()
    }
    expect(await found('missing')).toEqual(of(960, 1080).toSorted())
    expect(await found('misplaced')).toEqual(of(900, 950).toSorted())
    expect(await found('unknown')).toEqual(unknown.toSorted())
    expect(await found('onLoan')).toEqual(of(800, 825).toSorted())
    expect(await found('lost')).toEqual(of(950, 960).toSorted())
    expect(await found('twice')).toEqual(twice.toSorted())
    const { figures, devices: shown } = await manager.call(stocktakeRouter.get, { id })
    // 1,100 without those of the attic and the lost ones.
    expect(figures).toMatchObject({ expected: 1040, seen: 900, lent: 20, missing: 120 })
    expect(shown.reduce((sum, one) => sum + one.scans, 0)).toBe(1000)
    const none = KINDS.map((kind) => [kind, 0])
    for (const kind of KINDS) {
      const fix = newId()
      await manager.call(stocktakeRouter.fix, { id: fix, stocktakeId: id, kind })
      await runStocktakeFix(fix)
    }
    const { counts } = await manager.call(stocktakeRouter.get, { id })
    expect(KINDS.map((kind) => [kind, counts[kind].open])).toEqual(none)
  },
)

test('20,000 copies are started, counted, put right and taken back', { timeout: 120_000 }, async () => {
  for (const table of [stocktake, loan, copy]) await db.delete(table)
  const { id: bookId } = await aBook()
  await db.insert(copy).values(Array.from({ length: 1000 }, (_, at) => ({ bookId, number: `C-${at}` })))
  for (let at = 1; at < 20; at += 1)
    await db.insert(copy).values(Array.from({ length: 1000 }, (_, each) => ({ bookId, number: `C-${at}-${each}` })))
  const timed = async (what: string, run: () => Promise<unknown>) => {
    const from = performance.now()
    await run()
    times.push([what, Math.round(performance.now() - from)])
  }
  const times: [string, number][] = []
  let id = ''
  await timed('start', async () => {
    id = newId()
    await manager.call(stocktakeRouter.start, { id, location: null, shelfFrom: '', shelfTo: '' })
  })
  const rows = await db.select({ id: copy.id, number: copy.number }).from(copy).limit(100)
  await timed('100 scans', () =>
    manager.call(stocktakeRouter.scan, {
      id,
      device: { id: newId(), isPhone: false },
      scans: rows.map(({ number: code }) => ({ id: newId(), code, place: null, age: 0 })),
    }),
  )
  await timed('report', () => manager.call(stocktakeRouter.get, { id }))
  await timed('rows', () => manager.call(stocktakeRouter.rows, { id, kind: 'missing', offset: 0, limit: 1000 }))
  const fix = newId()
  await timed('put right', async () => {
    await manager.call(stocktakeRouter.fix, { id: fix, stocktakeId: id, kind: 'missing' })
    await runStocktakeFix(fix)
  })
  expect(await db.$count(copy, eq(copy.condition, 'lost'))).toBe(19_900)
  await timed('undone', async () => {
    await manager.call(stocktakeRouter.undo, { id: fix })
    await runStocktakeFix(fix)
  })
  expect(await db.$count(copy, eq(copy.condition, 'lost'))).toBe(0)
  console.log(times.map(([what, time]) => `${what}: ${time} ms`).join(', '))
})
