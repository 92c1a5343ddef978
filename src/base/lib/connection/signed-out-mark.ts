// Who has signed out on this device while the server could not be told: a cookie, so that the server learns it with the
// first request that reaches it, and ends that person's session before it answers (base/auth/session/session.server.ts).

export const SIGNED_OUT_COOKIE = 'signed-out'

/** Whether a person has signed out on this device. */
export const isSignedOutHere = (personId: string): boolean =>
  document.cookie.split('; ').includes(`${SIGNED_OUT_COOKIE}=${personId}`)

/** For `useSyncExternalStore`: also for other tabs, and for pages that Back brings back. */
export function watchSignedOut(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  addEventListener('pageshow', onChange)
  return () => {
    removeEventListener('storage', onChange)
    removeEventListener('pageshow', onChange)
  }
}
