let leaving = false

/** Leaves for a page that is loaded anew, such as another person's: nothing else may reload the one at hand meanwhile. */
export function leaveFor(href: string): void {
  leaving = true
  // Back may bring this page to life again.
  addEventListener('pagehide', () => (leaving = false), { once: true })
  location.assign(href)
}

/** Whether the browser is on its way to another page. */
export const isLeaving = (): boolean => leaving
