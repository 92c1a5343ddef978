import { hasOfflineBooks } from './offline-mark.ts'

const TOLD = 'copy-told'

let isNews = false

/** Whether it is to be said that the books are on this device: until the page is left after they are, and never again. */
export function hasOfflineNews(): boolean {
  try {
    if (!isNews && hasOfflineBooks() && localStorage.getItem(TOLD) === null) {
      localStorage.setItem(TOLD, 'yes')
      isNews = true
    }
  } catch {
    // Without storage nothing is told: it could not be remembered that it was.
  }
  return isNews
}

/** Once the catalogue is erased, the next person is told of theirs again. */
export function forgetOfflineNews(): void {
  isNews = false
  localStorage.removeItem(TOLD)
}
