// Who has signed out on this device while the server could not be told: a cookie, so that the server learns it with the
// first request that reaches it, and ends that person's session before it answers (auth/session/session.server.ts).

export const SIGNED_OUT_COOKIE = 'signed-out'
/** Seconds; longer than any session lasts that is not used. */
const MAX_AGE = 60 * 24 * 60 * 60

const listeners = new Set<() => void>()

/** Signs a person out on this device. The session's own cookie is none that a script could delete. */
export function markSignedOut(personId: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${SIGNED_OUT_COOKIE}=${personId}; Max-Age=${MAX_AGE}; Path=/; SameSite=Lax${secure}`
  tellTabs()
  for (const listener of listeners) listener()
}

/** Other tabs hear of any change of the storage. */
function tellTabs(): void {
  try {
    localStorage.setItem(SIGNED_OUT_COOKIE, String(Date.now()))
    localStorage.removeItem(SIGNED_OUT_COOKIE)
  } catch {
    // Without storage they notice it at their next request.
  }
}

/** Whether a person has signed out on this device. */
export const isSignedOutHere = (personId: string): boolean =>
  document.cookie.split('; ').includes(`${SIGNED_OUT_COOKIE}=${personId}`)

/** For `useSyncExternalStore`: also for other tabs, and for pages that Back brings back. */
export function watchSignedOut(onChange: () => void): () => void {
  listeners.add(onChange)
  addEventListener('storage', onChange)
  addEventListener('pageshow', onChange)
  return () => {
    listeners.delete(onChange)
    removeEventListener('storage', onChange)
    removeEventListener('pageshow', onChange)
  }
}
