import { createError } from '#base/errors/create-error.server.ts'
import { now } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { limitRefused } from '#base/lib/telemetry.server.ts'

/** Requests that one key may send in a window, and the length of the window in seconds. */
const QUOTA = 600
const WINDOW_SECONDS = 60
/** Number of windows above which the expired ones are removed. */
const SWEEP_AT = 1000

interface Window {
  count: number
  /** Milliseconds. */
  endsAt: number
}

// In memory, for each process: the limit only protects other clients, which is not worth a database write for each
// request. With several processes a key has one quota in each.
const windows = new Map<string, Window>()

/** Counts a request of a key and adds RateLimit headers to its response, errors included. Throws TOO_MANY_REQUESTS. */
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
  if (window.count <= QUOTA) return
  limitRefused.publish({ limit: 'api-key' })
  throw createError('TOO_MANY_REQUESTS', { retryAfter: seconds })
}

const secondsUntil = (end: number): number => Math.max(1, Math.ceil((end - now().getTime()) / 1000))

function openWindow(keyId: string, at: number): Window {
  const current = windows.get(keyId)
  if (current && current.endsAt > at) return current
  if (windows.size >= SWEEP_AT) for (const [id, { endsAt }] of windows) if (endsAt <= at) windows.delete(id)
  const window = { count: 0, endsAt: at + WINDOW_SECONDS * 1000 }
  windows.set(keyId, window)
  return window
}
