const KEY = 'copy'
const OFF = 'off'

// localStorage says which offline catalogue this device has, and whether its user has declined one.

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // A browser without storage has no offline catalogue.
    return null
  }
}

/** Whether books are stored on this device, of anybody. */
export const hasOfflineBooks = (): boolean => read()?.startsWith('[') === true

/** Whether something may be stored on this device, of anybody. */
export const mayHaveOfflineCatalogue = (): boolean => ![null, OFF].includes(read())

/** Whether the offline catalogue was declined on this device. */
export const isOfflineDeclined = (): boolean => read() === OFF

export const hasOfflineMark = (mark: string): boolean => read() === mark

/** Notes what is stored; undefined for nothing. Throws without storage. */
export function setOfflineMark(mark: string | undefined): void {
  if (mark === undefined) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, mark)
  // Other tabs hear of it by themselves.
  dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

/** For `useSyncExternalStore`: also for what other tabs keep and remove. */
export function watchOfflineMark(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}

/** Records that the user declines an offline catalogue on this device, until it is requested again. */
export const declineOffline = (): void => setOfflineMark(OFF)
