import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isIdle, noteRequest, onFirstRequest } from './idle.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a minute without a request is idle time, and its end is told once, until the listening ends', () => {
  const listener = vi.fn()
  const stop = onFirstRequest(listener)
  noteRequest()
  listener.mockClear()
  vi.advanceTimersByTime(59_000)
  expect(isIdle()).toBe(false)
  noteRequest()
  expect(listener).not.toHaveBeenCalled()
  vi.advanceTimersByTime(61_000)
  expect(isIdle()).toBe(true)
  noteRequest()
  noteRequest()
  expect(isIdle()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  vi.advanceTimersByTime(61_000)
  noteRequest()
  expect(listener).toHaveBeenCalledTimes(1)
})
