import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eraseCopyInTime } from './keep-copy.ts'

const { eraseCatalogue, deleteShells, forgetCopyNews, setCopyMark, getRegistration } = vi.hoisted(() => ({
  eraseCatalogue: vi.fn<() => Promise<void>>(),
  deleteShells: vi.fn<() => Promise<void>>(),
  forgetCopyNews: vi.fn(),
  setCopyMark: vi.fn(),
  getRegistration: vi.fn(async () => undefined),
}))
vi.mock('../catalogue-store.ts', () => ({ eraseCatalogue }))
vi.mock('../refresh-in-worker.ts', () => ({}))
vi.mock('#lib/shell-cache.ts', () => ({ deleteShells }))
vi.mock('./copy-mark.ts', () => ({ forgetCopyNews, isCopyDeclined: () => false, setCopyMark }))

beforeEach(() => {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  deleteShells.mockResolvedValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('the mark goes when all is erased', async () => {
  eraseCatalogue.mockResolvedValue()
  await eraseCopyInTime()
  expect(setCopyMark).toHaveBeenCalledWith(undefined)
})

test('storage that never answers keeps nobody from signing out, and the mark stays for the next page', async () => {
  vi.useFakeTimers()
  eraseCatalogue.mockReturnValue(new Promise(() => undefined))
  const erasing = eraseCopyInTime()
  await vi.advanceTimersByTimeAsync(3000)
  await expect(erasing).resolves.toBeUndefined()
  expect(setCopyMark).not.toHaveBeenCalled()
})
