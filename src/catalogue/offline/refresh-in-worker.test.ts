import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RefreshOutcome } from './catalogue-store.ts'
import { refreshInWorker } from './refresh-in-worker.ts'

const refreshCatalogue = vi.hoisted(() => vi.fn<() => Promise<RefreshOutcome>>())
vi.mock('./catalogue-store.ts', () => ({ refreshCatalogue }))

const FRESH = { state: 'fresh', isChanged: true } as const
const PERSON = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
const terminate = vi.fn()

/** A worker that answers every call by an event, or not at all. */
function stubWorker(answer: (call: unknown) => Event | undefined): void {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      terminate = terminate
      postMessage(call: unknown) {
        const event = answer(call)
        if (event) queueMicrotask(() => this.dispatchEvent(event))
      }
    },
  )
}

beforeEach(() => refreshCatalogue.mockResolvedValue({ state: 'too-large' }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  refreshCatalogue.mockReset()
  terminate.mockReset()
})

test('the answer of the worker counts, which ends then', async () => {
  const calls: unknown[] = []
  stubWorker((call) => {
    calls.push(call)
    return new MessageEvent('message', { data: FRESH })
  })
  expect(await refreshInWorker(PERSON)).toEqual(FRESH)
  expect(calls).toEqual([PERSON])
  expect(terminate).toHaveBeenCalledOnce()
  expect(refreshCatalogue).not.toHaveBeenCalled()
})

test('a worker whose script cannot be loaded is replaced by the page', async () => {
  stubWorker(() => new Event('error'))
  expect(await refreshInWorker(PERSON)).toEqual({ state: 'too-large' })
  expect(refreshCatalogue).toHaveBeenCalledWith(PERSON)
  expect(terminate).toHaveBeenCalledOnce()
})

test('so is one in a browser without workers', async () => {
  vi.stubGlobal('Worker', undefined)
  expect(await refreshInWorker(PERSON)).toEqual({ state: 'too-large' })
})

test('one that never answers is given up, and nothing is tried on the page', async () => {
  vi.useFakeTimers()
  stubWorker(() => undefined)
  const refreshing = refreshInWorker(PERSON)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(await refreshing).toEqual({ state: 'unavailable' })
  expect(terminate).toHaveBeenCalledOnce()
  expect(refreshCatalogue).not.toHaveBeenCalled()
})
