/** Milliseconds from a call that has changed the session to the signal (section 9 of the specification). */
const SIGNAL_DELAY = 10
/** The entry of localStorage by which the tabs tell each other that the session has changed: when it did. */
const TABS = 'session'

const listeners = new Set<() => void>()

/** Hears that a call of this page has changed the session or who is signed in; answers how to stop. */
export function onSessionSignal(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Signals now: better-auth's client waits by itself. */
export function emitSessionSignal(): void {
  for (const listener of listeners) listener()
}

/** Signals, after the specification's delay, that a call of our own has changed the session. */
export function signalSession(): void {
  if (listeners.size === 0) return
  notifyTabs()
  setTimeout(emitSessionSignal, SIGNAL_DELAY)
}

/** Tells the other tabs that the session has changed: at once, since this page may be left within the delay. */
export function notifyTabs(): void {
  try {
    localStorage.setItem(TABS, String(Date.now()))
  } catch {
    // No storage: the other tabs notice it when they are turned to.
  }
}

/** Hears what another tab tells, also while this page was on its way; answers how to stop. */
export function onTabSignal(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === TABS) listener()
  }
  addEventListener('storage', hear)
  if (toldAt() > performance.timeOrigin) listener()
  return () => removeEventListener('storage', hear)
}

function toldAt(): number {
  try {
    return Number(localStorage.getItem(TABS))
  } catch {
    return 0
  }
}
