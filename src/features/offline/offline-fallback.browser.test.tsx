import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionLostSince, noteAnswer } from '#lib/connection/connection.ts'
import { ANSWER_PATIENCE } from '#lib/connection/without-answer.ts'
import type { OfflineCatalogue } from './catalogue-store.ts'
import { withOfflineFallback } from './offline-fallback.data.ts'
import { setPagePerson } from './page-person.ts'
import { setOfflineMark } from './shared/offline-mark.ts'

const kept = vi.hoisted(() => ({ catalogue: undefined as object | undefined }))
vi.mock('./catalogue-store.ts', () => ({ openCatalogue: () => Promise.resolve(kept.catalogue) }))

const { href } = location
beforeEach(() => {
  kept.catalogue = { count: 7 }
  setPagePerson(() => 'amina')
  setOfflineMark('[]')
  history.replaceState(null, '', '/app/books')
})
afterEach(() => {
  noteAnswer()
  setOfflineMark(undefined)
  history.replaceState(null, '', href)
})

const SOON = 200
const onAnswer = vi.fn()
const ask = (call: Promise<number>) =>
  withOfflineFallback(
    () => call,
    ({ count }: OfflineCatalogue) => count,
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
  kept.catalogue = undefined
  const answer = Promise.withResolvers<number>()
  setTimeout(() => answer.resolve(9), 3 * SOON)
  expect(await ask(answer.promise)).toBe(9)
})
