import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect, db, disconnect } from '#base/db/connection/client.server.ts'
import { limitHit } from '#base/db/tables/limit-hit.ts'
import { moveClock } from '#base/lib/clock.ts'
import { useDatabase } from '#test/database.ts'
import { cleanUp } from '#kit/clean-up/shared/clean-up.server.ts'
import { consumeLimits, type Limit } from './rate-limits.server.ts'

const { url } = useDatabase()
afterEach(() => {
  moveClock(0)
  vi.useRealTimers()
})

const MINUTE = 60
let made = 0
const newKey = (): string => `test:${(made += 1)}`
const limit = (key: string, max: number, seconds = MINUTE): Limit => ({ key, windows: [{ max, seconds }] })
const hitsOf = (key: string): Promise<number> => db.$count(limitHit, eq(limitHit.key, key))

/** Stops the clock, so that all hits have the same time. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
}

const at = (seconds: number): void => moveClock(seconds * 1000)

/** Seconds to wait if refused, 0 if it passes. */
async function wait(...limits: Limit[]): Promise<number | undefined> {
  try {
    await consumeLimits(limits)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
    return error instanceof Error && 'retryAfter' in error ? Number(error.retryAfter) : undefined
  }
}

describe('one window', () => {
  test('allows `max` hits, and no more', async () => {
    const key = newKey()
    for (let hit = 1; hit <= 3; hit += 1) expect(await wait(limit(key, 3))).toBe(0)
    expect(await wait(limit(key, 3))).toBeGreaterThan(0)
    expect(await hitsOf(key)).toBe(3)
  })

  test('allows exactly `max` of a hundred concurrent hits', async () => {
    const key = newKey()
    const waits = await Promise.all(Array.from({ length: 100 }, () => wait(limit(key, 7))))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(7)
    expect(waits.filter((seconds) => seconds !== 0).every((seconds) => (seconds ?? 0) >= 1)).toBe(true)
    expect(await hitsOf(key)).toBe(7)
  })

  test('slides: each hit expires on its own', async () => {
    stopClock()
    const key = newKey()
    at(0)
    expect(await wait(limit(key, 2))).toBe(0)
    at(40)
    expect(await wait(limit(key, 2))).toBe(0)
    at(59.9)
    expect(await wait(limit(key, 2))).toBe(1)
    at(60)
    expect(await wait(limit(key, 2))).toBe(0)
    at(61)
    expect(await wait(limit(key, 2))).toBe(39)
    at(100)
    expect(await wait(limit(key, 2))).toBe(0)
  })

  test.each([
    [0, 600],
    [0.2, 600],
    [1, 599],
    [299.5, 301],
    [598.9, 2],
    [599.999, 1],
  ])('tells the seconds to wait: after %d of 600, %d', async (passed, expected) => {
    stopClock()
    const key = newKey()
    await consumeLimits([limit(key, 1, 600)])
    at(passed)
    expect(await wait(limit(key, 1, 600))).toBe(expected)
    // After the reported wait it passes.
    at(passed + expected)
    expect(await wait(limit(key, 1, 600))).toBe(0)
  })

  test('is not extended by refused hits', async () => {
    stopClock()
    const key = newKey()
    await consumeLimits([limit(key, 1)])
    for (const second of [10, 20, 30, 40, 50]) {
      at(second)
      expect(await wait(limit(key, 1))).toBe(60 - second)
    }
    at(60)
    expect(await wait(limit(key, 1))).toBe(0)
  })

  test('reports the wait by the newest relevant hits', async () => {
    stopClock()
    const key = newKey()
    // Five hits under a higher limit, then a lower one: four must expire before there is room.
    for (const second of [0, 10, 20, 30, 40]) {
      at(second)
      await consumeLimits([limit(key, 5)])
    }
    expect(await wait(limit(key, 2))).toBe(50)
  })
})

describe('several windows of one key', () => {
  const windows = [
    { max: 2, seconds: 60 },
    { max: 3, seconds: 3600 },
  ]
  test('all apply; the longest wait is reported', async () => {
    stopClock()
    const key = newKey()
    const both = { key, windows }
    for (const second of [0, 1]) {
      at(second)
      expect(await wait(both)).toBe(0)
    }
    at(2)
    expect(await wait(both)).toBe(58)
    at(100)
    expect(await wait(both)).toBe(0)
    // The hour is exhausted, the minute has one hit left.
    at(101)
    expect(await wait(both)).toBe(3499)
    at(3600)
    expect(await wait(both)).toBe(0)
  })
})

describe('several keys', () => {
  test('are counted all or none', async () => {
    const [full, free] = [newKey(), newKey()]
    await consumeLimits([limit(full, 1)])
    expect(await wait(limit(free, 1), limit(full, 1))).toBeGreaterThan(0)
    expect(await wait(limit(full, 1), limit(free, 1))).toBeGreaterThan(0)
    expect([await hitsOf(full), await hitsOf(free)]).toEqual([1, 0])
    expect(await wait(limit(free, 1))).toBe(0)
  })

  test('report the longest wait', async () => {
    stopClock()
    const [short, long] = [newKey(), newKey()]
    await consumeLimits([limit(short, 1, 60), limit(long, 1, 600)])
    expect(await wait(limit(short, 1, 60), limit(long, 1, 600))).toBe(600)
    expect(await wait(limit(long, 1, 600), limit(short, 1, 60))).toBe(600)
  })

  test('do not deadlock in opposite order', async () => {
    const [one, two] = [newKey(), newKey()]
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0 ? wait(limit(one, 20), limit(two, 20)) : wait(limit(two, 20), limit(one, 20)),
      ),
    )
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(20)
    expect([await hitsOf(one), await hitsOf(two)]).toEqual([20, 20])
  })

  test('are distinct even if they look alike', async () => {
    const key = newKey()
    await consumeLimits([limit(key, 1)])
    for (const other of [`${key} `, `${key}%`, key.toUpperCase(), `${key}'; drop table limit_hit; --`])
      expect(await wait(limit(other, 1))).toBe(0)
    expect(await wait(limit(key, 1))).toBeGreaterThan(0)
  })
})

describe('a refund', () => {
  test('makes room at once', async () => {
    const key = newKey()
    const refund = await consumeLimits([limit(key, 1)])
    expect(await wait(limit(key, 1))).toBeGreaterThan(0)
    await refund()
    expect(await wait(limit(key, 1))).toBe(0)
  })

  test('removes only its own hit, and only once', async () => {
    const key = newKey()
    const refund = await consumeLimits([limit(key, 3)])
    await consumeLimits([limit(key, 3)])
    await refund()
    await refund()
    expect(await hitsOf(key)).toBe(1)
  })

  test('may be for one key of several', async () => {
    const [one, two] = [newKey(), newKey()]
    const refund = await consumeLimits([limit(one, 1), limit(two, 1)])
    await refund(one)
    expect([await hitsOf(one), await hitsOf(two)]).toEqual([0, 1])
  })
})

test('two processes count in one table', async () => {
  const key = newKey()
  const first = await Promise.all(Array.from({ length: 10 }, () => wait(limit(key, 12))))
  // Separate modules with their own pool, as in another process.
  vi.resetModules()
  const other = await import('#base/db/connection/client.server.ts')
  expect(other.connect).not.toBe(connect)
  expect(other.disconnect).not.toBe(disconnect)
  other.connect({ connectionString: url }, () => undefined)
  try {
    const { consumeLimits: takeThere } = await import('./rate-limits.server.ts')
    const there = () =>
      takeThere([limit(key, 12)]).then(
        () => 0,
        () => 1,
      )
    const second = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? there() : wait(limit(key, 12)))),
    )
    expect([...first, ...second].filter((seconds) => seconds === 0)).toHaveLength(12)
    expect(await hitsOf(key)).toBe(12)
  } finally {
    await other.disconnect()
  }
})

test('the clean-up deletes only hits older than every window', async () => {
  const [old, recent] = [newKey(), newKey()]
  at(-24 * 3600 - 5)
  await consumeLimits([limit(old, 1)])
  at(-24 * 3600 + 60)
  await consumeLimits([limit(recent, 1)])
  moveClock(0)
  await cleanUp()
  expect([await hitsOf(old), await hitsOf(recent)]).toEqual([0, 1])
})
