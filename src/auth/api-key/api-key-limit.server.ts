import { createError } from '#errors/create-error.server.ts'
import { now } from '#lib/clock.ts'
import { requestContext } from '#lib/request-context.server.ts'

/** Requests of one key in a window, and its seconds. */
const QUOTA = 600
const WINDOW_SECONDS = 60
/** Ended windows are forgotten when there are as many as this. */
const SWEEP_AT = 1000

interface Window {
  count: number
  /** Milliseconds. */
  endsAt: number
}

// In memory, by each process for itself: a limit that keeps one program from being a burden to the others is not worth
// a write for each request. With several processes a key has as many quotas.
const windows = new Map<string, Window>()

/** Counts a request of a key, whose answer says what is left, whatever it is. Throws TOO_MANY_REQUESTS. */
export function consumeKeyCall(keyId: string): void {
  const at = now().getTime()
  const window = openWindow(keyId, at)
  window.count += 1
  const seconds = secondsUntil(window.endsAt)
  requestContext().headers.push(
    // draft-ietf-httpapi-ratelimit-headers
    ['ratelimit-policy', `"key";q=${QUOTA};w=${WINDOW_SECONDS}`],
    ['ratelimit', `"key";r=${Math.max(0, QUOTA - window.count)};t=${seconds}`],
  )
  if (window.count > QUOTA) throw createError('TOO_MANY_REQUESTS', { retryAfter: seconds })
}

const secondsUntil = (end: number): number => Math.max(1, Math.ceil((end - now().getTime()) / 1000))

function openWindow(keyId: string, at: number): Window {
  const known = windows.get(keyId)
  if (known && known.endsAt > at) return known
  if (windows.size >= SWEEP_AT) for (const [id, { endsAt }] of windows) if (endsAt <= at) windows.delete(id)
  const window = { count: 0, endsAt: at + WINDOW_SECONDS * 1000 }
  windows.set(keyId, window)
  return window
}
