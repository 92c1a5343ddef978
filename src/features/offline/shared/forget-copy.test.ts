import { afterEach, expect, test, vi } from 'vitest'
import { forgetCopy } from './forget-copy.ts'

const mayHaveCopy = vi.hoisted(() => vi.fn(() => true))
const eraseCopy = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('./copy-mark.ts', () => ({ mayHaveCopy }))
vi.mock('./keep-copy.ts', () => ({ eraseCopy }))

afterEach(() => {
  vi.useRealTimers()
  eraseCopy.mockReset()
})

test('storage that never answers does not keep anybody from signing out', async () => {
  vi.useFakeTimers()
  eraseCopy.mockReturnValue(new Promise(() => undefined))
  const forgetting = forgetCopy()
  await vi.advanceTimersByTimeAsync(3000)
  await expect(forgetting).resolves.toBeUndefined()
  expect(eraseCopy).toHaveBeenCalledOnce()
})

test('an error is nobody’s: the next page tries again', async () => {
  eraseCopy.mockRejectedValue(new Error('IndexedDB'))
  await expect(forgetCopy()).resolves.toBeUndefined()
})

test('where nothing can be kept, nothing is loaded', async () => {
  mayHaveCopy.mockReturnValueOnce(false)
  await forgetCopy()
  expect(eraseCopy).not.toHaveBeenCalled()
})
