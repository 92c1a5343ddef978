import { expect, test } from 'vitest'
import type { ManyReport } from '../book-edit.schema.ts'
import { inBatches } from './in-batches.ts'

const ids = Array.from({ length: 250 }, (_, index) => `book ${index}`)
const report = (done: string[]): ManyReport => ({ results: done.map((id) => ({ id, result: 'done' })) })

function run(act: (ids: string[], batch: number) => void, stopAfter = Infinity) {
  const stop = new AbortController()
  const progress: number[] = []
  let batch = 0
  const done = inBatches(
    ids,
    async (some) => {
      batch += 1
      act(some, batch)
      if (batch === stopAfter) stop.abort()
      return report(some)
    },
    { onProgress: (count) => progress.push(count), signal: stop.signal },
  )
  return { done, progress }
}

test('All ids are processed once, a hundred at a time', async () => {
  const sizes: number[] = []
  const { done, progress } = run((some) => sizes.push(some.length))
  expect((await done).results.map(({ id }) => id)).toEqual(ids)
  expect(sizes).toEqual([100, 100, 50])
  expect(progress).toEqual([100, 200, 250])
})

test('A failing batch stops it, and the results so far are returned', async () => {
  const lost = new Error('lost')
  const { done } = run((_, batch) => {
    if (batch === 3) throw lost
  })
  const { results, failure } = await done
  expect(results).toHaveLength(200)
  expect(failure).toBe(lost)
})

test('A failing first batch throws', async () => {
  const { done } = run(() => {
    throw new Error('lost')
  })
  await expect(done).rejects.toThrow('lost')
})

test('It can be stopped between two batches', async () => {
  const { results, failure } = await run(() => undefined, 1).done
  expect(results).toHaveLength(100)
  expect(failure).toBeUndefined()
})
