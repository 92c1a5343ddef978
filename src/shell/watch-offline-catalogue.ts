import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { isOfflineDeclined } from '#kit/offline/shared/offline-mark.ts'
import { offlineOwnerOf } from '#catalogue/offline/shared/offline-owner.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { offlineParts } from '#kit/slice.ts'

/** Milliseconds after a page was opened: what it shows comes first. */
const DELAY = 3000
/** Readers who share a slow connection, as in a class, fetch one after the other: at random within ten times the page's load. */
const SPREAD = 10
const MOST_SPREAD = 60_000
/** Milliseconds after which the offline catalogue is brought up to date by a page that stays open. */
const OLD = 10 * 60_000

let refreshedAt = -Infinity

/** Keeps the books on this device up to date. Where the browser saves data, only after the user has asked for it in the account. */
export function watchOfflineCatalogue(router: AnyRouter, queryClient: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const keep = async () => {
    const owner = offlineOwnerOf(
      queryClient.getQueryData(currentUserQuery.queryKey),
      queryClient.getQueryData(installationQuery.queryKey)?.build,
    )
    if (!owner || isOfflineDeclined() || isSavingData() || document.visibilityState !== 'visible') return
    refreshedAt = Date.now()
    const { canStoreOfflineCatalogue, storeOfflineCatalogue } =
      await import('#catalogue/offline/shared/store-offline-catalogue.ts')
    if (!canStoreOfflineCatalogue() || isOfflineDeclined()) return
    await storeOfflineCatalogue(owner)
    for (const { keepNow } of await offlineParts()) keepNow(queryClient)
  }
  const look = () => {
    if (timer !== undefined || Date.now() - refreshedAt < OLD) return
    timer = setTimeout(
      () => {
        timer = undefined
        // Optional: the next page tries again.
        keep().catch(() => undefined)
      },
      DELAY + Math.random() * Math.min(SPREAD * loadTime(), MOST_SPREAD),
    )
  }
  look()
  const stops = [router.subscribe('onResolved', look)]
  let isOver = false
  const watchParts = async () => {
    const parts = await offlineParts()
    if (!isOver) stops.push(...parts.map(({ watch }) => watch(queryClient)))
  }
  void watchParts()
  document.addEventListener('visibilitychange', look)
  return () => {
    isOver = true
    for (const stop of stops) stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Milliseconds that the page took to load. */
function loadTime(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  // `duration` is 0 until the page has loaded.
  return navigation?.duration || performance.now()
}

/** Whether the device asks for little data (`navigator.connection`, which not every browser has). */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
