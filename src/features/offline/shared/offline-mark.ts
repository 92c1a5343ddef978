const KEY = 'copy'
const OFF = 'off'

// localStorage says which offline catalogue this device has, and whether its user has declined one.

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Without storage nothing is stored.
    return null
  }
}

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

const TOLD = 'copy-told'

let isNews = false

/** Whether it is to be said that the books are on this device: until the page is left after they are, and never again. */
export function hasOfflineNews(): boolean {
  try {
    if (!isNews && read()?.startsWith('[') && localStorage.getItem(TOLD) === null) {
      localStorage.setItem(TOLD, 'yes')
      isNews = true
    }
  } catch {
    // It could not be remembered.
  }
  return isNews
}

/** Once the catalogue is erased, the next person is told of theirs again. */
export function forgetOfflineNews(): void {
  isNews = false
  localStorage.removeItem(TOLD)
}
