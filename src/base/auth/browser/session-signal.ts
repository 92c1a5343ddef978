/** Milliseconds between a call that changes the session and the signal (section 9 of the specification). */
const SIGNAL_DELAY = 10
/** localStorage key that holds when the session last changed; other tabs listen to it. */
const STORAGE_KEY = 'session'

const listeners = new Set<() => void>()

/** Registers a listener for session changes made by this page; returns the function that removes it. */
export function onSessionSignal(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Signals at once: better-auth's client has waited the delay already. */
export function emitSessionSignal(): void {
  for (const listener of listeners) listener()
}

/** Signals, after the specification's delay, that one of our own calls has changed the session. */
export function signalSession(): void {
  if (listeners.size === 0) return
  notifyTabs()
  setTimeout(emitSessionSignal, SIGNAL_DELAY)
}

/** Tells the other tabs that the session has changed; without the delay, since this page may be closed within it. */
export function notifyTabs(): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(Date.now()))
  } catch {
    // Without storage the other tabs notice the change when they get the focus.
  }
}

/** Registers a listener for changes by other tabs, including one made while this page loaded; returns its removal. */
export function onTabSignal(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) listener()
  }
  addEventListener('storage', onStorage)
  if (lastChangeAt() > performance.timeOrigin) listener()
  return () => removeEventListener('storage', onStorage)
}

function lastChangeAt(): number {
  try {
    return Number(localStorage.getItem(STORAGE_KEY))
  } catch {
    return 0
  }
}
