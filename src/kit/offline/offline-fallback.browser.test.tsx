import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionLostSince, noteAnswer } from '#base/lib/connection/connection.ts'
import { ANSWER_PATIENCE } from '#base/lib/connection/without-answer.ts'
import { withOfflineFallback } from './offline-fallback.data.ts'
import { createOfflineSource } from './shared/offline-source.ts'

const source = createOfflineSource<{ count: number }>()
let kept: { count: number } | undefined
beforeEach(() => {
  kept = { count: 7 }
  source.with(async () => kept).add()
})
afterEach(() => noteAnswer())

const SOON = 200
const onAnswer = vi.fn()
const ask = (call: Promise<number>) =>
  withOfflineFallback(
    source,
    () => call,
    ({ count }) => count,
    { after: SOON, onAnswer },
  )

test('what the device knows is shown soon, and replaced by the answer of the server', async () => {
  const answer = Promise.withResolvers<number>()
  expect(await ask(answer.promise)).toBe(7)
  // The server is only late.
  expect(connectionLostSince()).toBeUndefined()
  answer.resolve(8)
  await vi.waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith(8))
})

test('a server that never answers is lost after a patience all the same', async () => {
  expect(await ask(new Promise(() => undefined))).toBe(7)
  await vi.waitFor(() => expect(connectionLostSince()).toBeDefined(), { timeout: ANSWER_PATIENCE + 1000 })
})

test('a quick answer counts, and what the device does not know is waited for', async () => {
  expect(await ask(Promise.resolve(8))).toBe(8)
  kept = undefined
  const answer = Promise.withResolvers<number>()
  setTimeout(() => answer.resolve(9), 3 * SOON)
  expect(await ask(answer.promise)).toBe(9)
})
