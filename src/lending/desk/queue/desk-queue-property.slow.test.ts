import * as fc from 'fast-check'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { deskRefusal } from '#base/db/tables/desk-refusal.ts'
import { deskAct, loan } from '#base/db/tables/loan.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { deskRouter } from '../desk.router.server.ts'
import type { ScanAnswer } from '../desk.schema.ts'
import { isEmptyQueue, type QueueStore, type StoredQueue } from './desk-queue.ts'
import { Desk } from './desk.ts'

useDatabase()
useLending()

let manager: SignedInCaller
let helper: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
  helper = await as('helper')
  // The pauses before an act is sent again are no part of what is tried.
  const { setTimeout: real } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, pause?: number) =>
    real(run, pause === 2000 || pause === 5000 ? 1 : pause)) as typeof setTimeout)
})
afterAll(() => {
  moveClock(0)
  vi.restoreAllMocks()
})

/** The disk of a device. */
class Disk implements QueueStore {
  queues = new Map<string, StoredQueue>()
  read = async () => structuredClone([...this.queues.values()])
  write = async (queue: StoredQueue, takenOver: readonly string[] = []) => {
    for (const id of takenOver) this.queues.delete(id)
    if (isEmptyQueue(queue)) this.queues.delete(queue.id)
    else this.queues.set(queue.id, structuredClone(queue))
  }
}

/** A device at the desk, whose line can be cut and whose page can crash. */
class Device {
  disk = new Disk()
  /** `before`: no request arrives. `after`: it is done, and its answer is lost. */
  cut: 'before' | 'after' | undefined
  desk: Desk
  #caller: SignedInCaller
  #page = 0
  answers: ScanAnswer[] = []

  constructor(caller: SignedInCaller) {
    this.#caller = caller
    this.desk = this.#open()
    this.desk.start()
  }

  #open(): Desk {
    const page = ++this.#page
    const disk = this.disk
    const store: QueueStore = {
      read: disk.read,
      // A page that is gone writes nothing.
      write: async (queue, takenOver) => (page === this.#page ? disk.write(queue, takenOver) : undefined),
    }
    const send = async <T>(call: () => Promise<T>): Promise<T> => {
      if (page !== this.#page) return new Promise(() => undefined)
      if (this.cut === 'before') throw new TypeError('Failed to fetch')
      const answer = await call()
      if (page !== this.#page) return new Promise(() => undefined)
      if (this.cut === 'after') throw new TypeError('Failed to fetch')
      return answer
    }
    return new Desk({
      calls: {
        scan: (input) => send(() => this.#caller.call(deskRouter.scan, input)),
        renew: (input) => send(() => this.#caller.call(deskRouter.renew, input)),
        undo: (input) => send(() => this.#caller.call(deskRouter.undo, input)),
      },
      store,
      onDone: () => undefined,
      onHappened: (one) => one.kind === 'scan' && this.answers.push(one.answer),
    })
  }

  /** The page is loaded anew; what it had not written is lost. */
  reload(): void {
    const formerId = this.desk.id()
    this.desk = this.#open()
    this.desk.start(formerId)
  }

  /** Everything is done, what was left behind too. */
  idle = () =>
    vi.waitFor(() => expect(this.desk.state()).toMatchObject({ waiting: 0, isKept: true }), {
      timeout: 60_000,
      interval: 5,
    })
}

const device = fc.nat(1)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('card' as const), device, at: fc.nat(3) }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('copy' as const), device, at: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unknown' as const), device }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      device,
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mend' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reload' as const), device }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rest' as const), device }) },
)

test(
  'What was scanned at two desks is on loan, in the feed, not lent or unknown, whatever is cut, reloaded or refused',
  { timeout: 600_000 },
  async () => {
    // From noon on: no run comes over midnight, where the day is another one.
    const noon = 36 * 3_600_000 - (Date.now() % 86_400_000)
    let clock = noon
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        moveClock(clock)
        // The desk lists 100 refusals at most: those of the runs before would hide this run's.
        await db.delete(deskRefusal)
        const limited = await aGroup({ booksAtATime: 1 })
        const people = [
          await aBorrower(),
          await aBorrower({ groupId: limited.id }),
          await aBorrower({ blockedNote: 'Lost two books' }),
          await aBorrower({ expiresOn: '2020-01-01' }),
        ]
        const copies = await Promise.all(
          Array.from({ length: 8 }, (_, at) =>
            aCopy(at === 6 ? { condition: 'reference' } : at === 7 ? { condition: 'withdrawn' } : {}),
          ),
        )
        const devices = [new Device(manager), new Device(helper)]
        const scanned = new Map<string, number>()
        const unknown = new Set<string>()
        const scan = (on: Device, text: string) => {
          scanned.set(text, (scanned.get(text) ?? 0) + 1)
          on.desk.scan({ text })
        }
        for (const one of steps) {
          const on = devices[one.device]
          if (!on) continue
          // So that the same number is meant again.
          moveClock((clock += 10_000))
          if (one.kind === 'card') scan(on, people[one.at]?.card ?? '')
          if (one.kind === 'copy') scan(on, copies[one.at]?.number ?? '')
          if (one.kind === 'unknown') {
            const number = newId().slice(0, 18).toUpperCase()
            unknown.add(number)
            scan(on, number)
          }
          if (one.kind === 'end') on.desk.end()
          if (one.kind === 'cut') on.cut = one.when
          if (one.kind === 'mend') on.cut = undefined
          if (one.kind === 'reload') {
            // The disk has had a moment.
            await new Promise((resolve) => setTimeout(resolve, 3))
            on.reload()
          }
          if (one.kind === 'rest' && on.cut === undefined) await on.idle()
        }
        for (const on of devices) on.cut = undefined
        for (const on of devices) await on.idle()

        const day = await manager.call(deskRouter.today, { limit: 1000 })
        const codes = [...scanned.keys()]
        const acts = await db
          .select({ code: deskAct.code, result: deskAct.result, copyId: deskAct.copyId })
          .from(deskAct)
          .where(and(inArray(deskAct.code, codes), isNotNull(deskAct.result)))
        // Every scan has arrived: a copy that has waited for its card once more.
        for (const [code, count] of scanned)
          expect([code, acts.filter((act) => act.code === code).length >= count]).toEqual([code, true])
        for (const number of unknown) expect(day.unknown.map(({ code }) => code)).toContain(number)
        const listed = new Set([
          ...day.refused.map(({ number }) => number),
          ...devices.flatMap(({ desk }) => desk.state().notDone.map(({ code }) => code)),
        ])
        const inFeed = new Set(day.acts.map(({ number }) => number))
        for (const { id, number } of copies) {
          const own = acts.filter((act) => act.copyId === id)
          if (own.some(({ result }) => result === 'refused')) expect(listed).toContain(number)
          if (own.some(({ result }) => result === 'lent' || result === 'returned' || result === 'returned_and_lent'))
            expect(inFeed).toContain(number)
          // What is on loan at the end is so by an act.
          const open = await db.$count(loan, and(eq(loan.copyId, id), eq(loan.borrowerId, people[2]?.id ?? '')))
          expect(open).toBe(0)
        }
      }),
      { numRuns: 60 },
    )
  },
)
