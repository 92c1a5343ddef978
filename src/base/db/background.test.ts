import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { noteRequest } from '#base/lib/idle.server.ts'
import { useDatabase } from '#test/database.ts'
import { defineJob, isWorkRunning, withLock, workJob } from './background.server.ts'
import { db } from './connection/client.server.ts'
import { isConnectionError } from './database-error.server.ts'

useDatabase()

const log = () => ({ error: vi.fn(), warn: vi.fn() })

/** Ends every other connection, as a restart of the database does. An autovacuum of this database is not ours to end. */
const endOthers = () =>
  db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)

/** A transaction whose connection ends in the middle. */
const cutTransaction = () =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await endOthers()
    await tx.execute(sql`select 2`)
  })

/** A statement that ends its own connection. */
const cutStatement = () => db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)

describe('Work in the background', () => {
  test.each([
    ['a statement', cutStatement],
    ['a transaction', cutTransaction],
    [
      'the connection to a closed pool',
      () => Promise.reject(new Error('Cannot use a pool after calling end on the pool')),
    ],
  ])('goes on after the database was lost in %s', async (_, cut) => {
    const runs: string[] = []
    const fail = vi.fn()
    const work = workJob({
      name: 'test',
      listRunning: async () => (runs.at(-1) === 'done' ? [] : [{ id: 'one' }]),
      run: (id) =>
        withLock(id, async () => {
          runs.push(runs.length === 0 ? 'cut' : 'done')
          if (runs.length === 1) await cut()
        }),
      fail,
    })
    const { error, warn } = log()
    const stop = work.start({ error, warn } as never)
    await expect.poll(() => warn.mock.calls.length).toBe(1)
    work.wake()
    await expect.poll(() => runs).toEqual(['cut', 'done'])
    await stop()
    expect([fail, error].map((called) => called.mock.calls.length)).toEqual([0, 0])
  })

  test('is marked as failed by any other error', async () => {
    const fail = vi.fn(async () => undefined)
    const { error, warn } = log()
    const work = workJob({
      name: 'test',
      listRunning: async () => (fail.mock.calls.length > 0 ? [] : [{ id: 'one' }]),
      run: () => db.execute(sql`select 1 / 0`),
      fail,
    })
    const stop = work.start({ error, warn } as never)
    await expect.poll(() => fail.mock.calls).toMatchObject([['one', expect.any(String)]])
    await stop()
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('A job', () => {
  test('runs after its delay, then as often as it says, at once when it is woken, and not after its stop', async () => {
    const runs: string[] = []
    const job = defineJob({
      name: 'test',
      interval: 3_600_000,
      delay: 50,
      run: async () => {
        runs.push('run')
        return runs.length < 3 ? 1 : undefined
      },
      stop: async () => void runs.push('stop'),
    })
    const stop = job.start(log() as never)
    expect(runs).toEqual([])
    await expect.poll(() => runs).toHaveLength(3)
    job.wake()
    await expect.poll(() => runs).toHaveLength(4)
    await stop()
    job.wake()
    expect(runs).toEqual(['run', 'run', 'run', 'run', 'stop'])
  })

  test('waits for two minutes on an idle server, or for the request that ends that time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const run = vi.fn(async () => undefined)
    const job = defineJob({ name: 'test', interval: 1, run })
    try {
      noteRequest()
      const stop = job.start(log() as never)
      await expect.poll(() => run.mock.calls.length).toBeGreaterThan(2)
      vi.advanceTimersByTime(61_000)
      await sleep(50)
      const before = run.mock.calls.length
      await sleep(100)
      expect(run).toHaveBeenCalledTimes(before)
      noteRequest()
      await expect.poll(() => run.mock.calls.length).toBeGreaterThan(before + 2)
      await stop()
    } finally {
      vi.useRealTimers()
    }
  })

  test('goes on after a run that failed, and its stop waits for the end of a run', async () => {
    const { error, warn } = log()
    const finished = Promise.withResolvers<void>()
    const run = vi.fn().mockRejectedValueOnce(new Error('once')).mockReturnValueOnce(finished.promise)
    // On an idle server, as this process is to its jobs after a minute without a request, it would wait for two minutes.
    noteRequest()
    const stop = defineJob({ name: 'test', interval: 1, run }).start({ error, warn } as never)
    await expect.poll(() => run.mock.calls).toHaveLength(2)
    expect(error.mock.calls).toMatchObject([[{ job: 'test' }, 'The job test failed']])
    const stopping = stop().then(() => 'stopped')
    expect(await Promise.race([stopping, Promise.resolve('waiting')])).toBe('waiting')
    finished.resolve()
    expect(await stopping).toBe('stopped')
  })
})

describe('A lock', () => {
  test('that was lost with its connection hides neither the result nor the error of the work', async () => {
    // A backend ends, and gives its lock back, some milliseconds after its client has heard of it.
    const isFree = () => expect.poll(() => withLock('one', async () => 'free')).toBe('free')
    expect(await withLock('one', async () => endOthers().then(() => 'result'))).toBe('result')
    await isFree()
    const failing = withLock('one', async () => {
      await endOthers()
      throw new Error('of the work')
    })
    await expect(failing).rejects.toThrow('of the work')
    await isFree()
  })

  test('is taken by one at a time', async () => {
    const second = await withLock('one', () => withLock('one', async () => 'second'))
    expect(second).toBeUndefined()
    expect(await withLock('one', async () => 'free')).toBe('free')
  })

  test('of work that mostly waits is taken by one too, and holds up no other work', async () => {
    const waiting = await withLock(
      'one',
      async () => [await isWorkRunning(db), await withLock('one', async () => 'second', { isWaiting: true })],
      { isWaiting: true },
    )
    expect(waiting).toEqual([false, undefined])
    expect(await withLock('one', () => isWorkRunning(db))).toBe(true)
  })
})

test('An error of a statement is not one of the connection', async () => {
  const error = await db.execute(sql`select 1 / 0`).then(undefined, (thrown: unknown) => thrown)
  expect(isConnectionError(error)).toBe(false)
})
