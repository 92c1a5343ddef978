import { BUILD_HEADER } from '#base/lib/connection/build-header.ts'
import { deleteShells, readShell, storeShell } from '#base/lib/connection/shell-cache.ts'
import { eraseCatalogue, outcomeOfFailure, type RefreshOutcome } from '../catalogue-store.ts'
import { refreshInWorker } from '../refresh-in-worker.ts'
import { forgetOfflineNews } from '#kit/offline/shared/offline-news.ts'
import type { OfflineOwner } from './offline-owner.ts'
import { hasOfflineMark, isOfflineDeclined, setOfflineMark } from '#kit/offline/shared/offline-mark.ts'

/** Paths that the service worker is for, by their beginning: the reader area. */
const SCOPE = '/app'

/** Whether this browser can: over HTTPS (or on this machine), and not very old. */
export const canStoreOfflineCatalogue = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis

/**
 * Keeps the reader area and the catalogue on this device, or brings them up to date: the service worker, the shell, the
 * books. Never throws.
 */
export async function storeOfflineCatalogue({ personId, build, look }: OfflineOwner): Promise<RefreshOutcome> {
  const mark = JSON.stringify([build, personId, look])
  // The mark of a device with the pages alone, where the library has too many books: no news of books is told.
  const markWithoutBooks = `pages ${mark}`
  try {
    const isCurrent = [mark, markWithoutBooks].some(hasOfflineMark)
    // Before anything is stored, so that it is found again and erased.
    if (!isCurrent) setOfflineMark('incomplete')
    const worker = await navigator.serviceWorker.register('/service-worker.js', { scope: SCOPE })
    // A browser looks for a new build's worker when it has time, which on a busy phone is after the visit.
    if (!isCurrent && worker.active) await worker.update()
    // A browser short of room may have deleted it.
    const isShellStored = isCurrent && (await readShell(build)) !== undefined
    const isStored = isShellStored || (await storeShell(build, BUILD_HEADER))
    const outcome = await refreshInWorker(personId)
    // Declined meanwhile, or the session has ended.
    if (outcome.state === 'refused' || isOfflineDeclined()) await eraseOfflineCatalogue()
    else if (isStored && (outcome.state === 'fresh' || outcome.state === 'too-large'))
      setOfflineMark(outcome.state === 'too-large' ? markWithoutBooks : mark)
    return outcome
  } catch (error) {
    // Without a connection, or without room: what was stored stays.
    return outcomeOfFailure(error)
  }
}

/**
 * Erases what this device stores of a person: the shell and the books. The service worker ends, so that without a connection
 * the browser says so itself; the files of the application, which are everybody's, may stay.
 */
export async function eraseOfflineCatalogue(): Promise<void> {
  await Promise.all([eraseCatalogue(), deleteShells()])
  await (await navigator.serviceWorker.getRegistration(SCOPE))?.unregister()
  if (isOfflineDeclined()) return
  setOfflineMark(undefined)
  forgetOfflineNews()
}

/** Milliseconds that a sign-out waits for the erasure: some browsers have had a storage that never answers. */
const PATIENCE = 3000

/** As `eraseOfflineCatalogue`, but only for a while: if something is left then, the mark stays, and the next page tries again. */
export async function eraseOfflineCatalogueInTime(): Promise<void> {
  await Promise.race([eraseOfflineCatalogue(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
