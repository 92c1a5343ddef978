import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eraseOfflineCatalogueInTime, storeOfflineCatalogue } from './store-offline-catalogue.ts'

const { eraseCatalogue, deleteShells, forgetOfflineNews, setOfflineMark, getRegistration } = vi.hoisted(() => ({
  eraseCatalogue: vi.fn<() => Promise<void>>(),
  deleteShells: vi.fn<() => Promise<void>>(),
  forgetOfflineNews: vi.fn(),
  setOfflineMark: vi.fn(),
  getRegistration: vi.fn(async () => undefined),
}))
vi.mock('../catalogue-store.ts', () => ({ eraseCatalogue }))
vi.mock('../refresh-in-worker.ts', () => ({ refreshInWorker: async () => ({ state: 'too-large' }) }))
vi.mock('#base/lib/connection/shell-cache.ts', () => ({ deleteShells, storeShell: async () => true }))
vi.mock('#kit/offline/shared/offline-news.ts', () => ({ forgetOfflineNews }))
vi.mock('#kit/offline/shared/offline-mark.ts', () => ({
  hasOfflineMark: () => false,
  isOfflineDeclined: () => false,
  setOfflineMark,
}))

beforeEach(() => {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration, register: async () => ({}) } })
  deleteShells.mockResolvedValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('the mark goes when all is erased', async () => {
  eraseCatalogue.mockResolvedValue()
  await eraseOfflineCatalogueInTime()
  expect(setOfflineMark).toHaveBeenCalledWith(undefined)
})

test('storage that never answers keeps nobody from signing out, and the mark stays for the next page', async () => {
  vi.useFakeTimers()
  eraseCatalogue.mockReturnValue(new Promise(() => undefined))
  const erasing = eraseOfflineCatalogueInTime()
  await vi.advanceTimersByTimeAsync(3000)
  await expect(erasing).resolves.toBeUndefined()
  expect(setOfflineMark).not.toHaveBeenCalled()
})

test('of a library with too many books the pages are stored, which are no news of books', async () => {
  expect(await storeOfflineCatalogue({ personId: 'x', build: 'y', look: 'z' })).toEqual({ state: 'too-large' })
  // News is said of a mark that begins with a bracket.
  expect(setOfflineMark).toHaveBeenLastCalledWith('pages ["y","x","z"]')
})
