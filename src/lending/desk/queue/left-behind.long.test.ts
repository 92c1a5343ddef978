import { describe, expect, test, vi } from 'vitest'
import { aDesk, aDisk, amina, codes } from './desk.test-kit.ts'

describe('What another page has left behind', () => {
  test('leaves what waits to the next page of the device, which goes on with the same acts for the same borrower', async () => {
    vi.useFakeTimers()
    const lost = aDesk(({ code }) => (code === 'card' ? undefined : new TypeError('Failed to fetch')))
    lost.scan('card')
    await vi.advanceTimersByTimeAsync(10)
    lost.scan('a')
    lost.scan('b')
    lost.desk.end()
    lost.scan('card')
    lost.scan('c')
    await vi.advanceTimersByTimeAsync(100)
    expect(lost.desk.state()).toMatchObject({ isKept: true, waiting: 4 })
    // As a crash leaves it.
    const store = aDisk()
    for (const queue of await lost.store.read()) await store.write(queue)

    const next = aDesk(undefined, store, lost.desk.id())
    next.scan('later')
    await vi.advanceTimersByTimeAsync(100)
    vi.useRealTimers()
    expect(codes(next.scans)).toEqual([
      ['a', true],
      ['b', true],
      ['card', false],
      ['c', true],
      // Nobody is open after what was left.
      ['later', false],
    ])
    expect(next.scans[0]?.actId).toBe(lost.scans[1]?.actId)
    next.desk.end()
    // The copy that nobody took is listed.
    await vi.waitFor(() => expect(next.desk.state().notDone).toMatchObject([{ code: 'later' }]))
    next.desk.leaveNotDone(next.desk.state().notDone[0]?.actId ?? '')
    await vi.waitFor(() => expect([...store.queues.keys()]).toEqual([]))
  })

  test('lists a copy that waited for a card when the page was closed', async () => {
    const { desk, scan, answered, store } = aDesk()
    scan('a')
    await answered()
    await vi.waitFor(() => expect(store.queues.size).toBe(1))
    const next = aDesk(undefined, store, desk.id())
    await vi.waitFor(() => expect(next.desk.state().notDone).toMatchObject([{ code: 'a' }]))
  })

  test('goes on with the queue of a page that was closed a moment ago, once it is known to be gone', async () => {
    vi.useFakeTimers()
    const store = aDisk()
    const left = { borrowerId: undefined, waitingCopy: undefined, notDone: [] }
    await store.write({
      id: 'gone',
      at: Date.now() - 2000,
      ...left,
      items: [{ kind: 'scan', actId: 'theirs', code: 'card' }],
    })
    const { desk, scan, scans } = aDesk(undefined, store)
    scan('card')
    await vi.advanceTimersByTimeAsync(100)
    expect(scans).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(16_000)
    vi.useRealTimers()
    expect(scans.map(({ actId }) => actId)).toContain('theirs')
    // Who was open is open again.
    expect(desk.state().borrower).toMatchObject({ id: amina.id })
  })

  test('leaves the queue of another page alone that is still there', async () => {
    const store = aDisk()
    const [fresh, old] = [Date.now(), Date.now() - 60_000].map((at, index) => ({
      id: `${index}`,
      at,
      borrowerId: undefined,
      waitingCopy: undefined,
      items: [{ kind: 'scan' as const, actId: `act ${index}`, code: 'card' }],
      notDone: [{ actId: `lost ${index}`, code: `lost ${index}`, message: 'No' }],
    }))
    for (const queue of [fresh, old]) if (queue) await store.write(queue)
    const { desk, scans, answered } = aDesk(undefined, store)
    await vi.waitFor(() => expect(scans).toHaveLength(1))
    await answered()
    expect(scans[0]).toMatchObject({ actId: 'act 1' })
    expect(desk.state().notDone).toEqual([{ actId: 'lost 1', code: 'lost 1', message: 'No' }])
    await vi.waitFor(() => expect([...store.queues.keys()].toSorted()).toEqual(['0', desk.id()].toSorted()))
  })
})
