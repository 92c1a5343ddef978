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

test('All are done, a hundred at a time, each once', async () => {
  const sizes: number[] = []
  const { done, progress } = run((some) => sizes.push(some.length))
  expect((await done).results.map(({ id }) => id)).toEqual(ids)
  expect(sizes).toEqual([100, 100, 50])
  expect(progress).toEqual([100, 200, 250])
})

test('A batch that fails stops it, and what was done is told', async () => {
  const lost = new Error('lost')
  const { done } = run((_, batch) => {
    if (batch === 3) throw lost
  })
  const { results, failure } = await done
  expect(results).toHaveLength(200)
  expect(failure).toBe(lost)
})

test('When the first fails, nothing was done', async () => {
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
