// When the server last did not answer in time, in the Cache API: the only storage of pages and of the service worker.

const CACHE = 'unanswered'
const KEY = '/unanswered'
/** Milliseconds after an unanswered request in which pages are opened without waiting for the server again. */
const VALID = 60_000

/** Notes that the server does not answer. Never throws. */
export async function noteUnanswered(): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(KEY, new Response(String(Date.now())))
  } catch {
    // Without the storage (plain HTTP) there is no service worker that could read it.
  }
}

/** Whether the server did not answer within the last minute. Never throws. */
export async function wasUnansweredLately(): Promise<boolean> {
  const note = await caches.match(KEY, { cacheName: CACHE }).catch(() => undefined)
  return note !== undefined && Number(await note.text()) > Date.now() - VALID
}

/** Forgets the note: the server answers. Never throws. */
export async function forgetUnanswered(): Promise<void> {
  try {
    await caches.delete(CACHE)
  } catch {
    // Without the storage (plain HTTP) there is no note to forget.
  }
}
