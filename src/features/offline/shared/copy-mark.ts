const KEY = 'copy'
const OFF = 'off'

// In localStorage stands what is kept on this device, and whether somebody does not want it.

const read = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Without storage nothing is kept.
    return null
  }
}

/** Whether something may be kept on this device, of anybody. */
export const mayHaveCopy = (): boolean => ![null, OFF].includes(read())

/** Whether the copy was declined on this device. */
export const isCopyDeclined = (): boolean => read() === OFF

export const hasCopyMark = (mark: string): boolean => read() === mark

/** Notes what is kept; undefined for nothing. Throws without storage. */
export function setCopyMark(mark: string | undefined): void {
  if (mark === undefined) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, mark)
  // Other tabs hear of it by themselves.
  dispatchEvent(new StorageEvent('storage', { key: KEY }))
}

/** For `useSyncExternalStore`: also for what other tabs keep and remove. */
export function watchCopyMark(onChange: () => void): () => void {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}

/** Notes that no copy is wanted here, until somebody asks for one. */
export const declineCopy = (): void => setCopyMark(OFF)

const TOLD = 'copy-told'

let isNews = false

/** Whether it is to be said that the books are on this device: until the page is left after they are, and never again. */
export function hasCopyNews(): boolean {
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

/** With the copy goes that it was told of: another person is told too. */
export function forgetCopyNews(): void {
  isNews = false
  localStorage.removeItem(TOLD)
}
