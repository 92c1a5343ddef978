/** Milliseconds without a request after which the server counts as idle. */
const IDLE_AFTER = 60_000

let lastRequestAt = performance.now()
const listeners = new Set<() => void>()

/** Whether this process has been sent no request for a minute. */
export const isIdle = (): boolean => performance.now() - lastRequestAt > IDLE_AFTER

/** Notes a request of a person or a program; of probes none, which come all the time. */
export function noteRequest(): void {
  const wasIdle = isIdle()
  lastRequestAt = performance.now()
  if (wasIdle) for (const listener of listeners) listener()
}

/** Calls `listener` at the first request after each idle time. Returns the function that ends the listening. */
export function onFirstRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
