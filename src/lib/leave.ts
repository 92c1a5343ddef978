let leaving = false

/** Leaves for a page that is loaded anew, such as another person's: nothing else may reload the one at hand meanwhile. */
export function leaveFor(href: string): void {
  leaving = true
  // Back may bring this page to life again.
  addEventListener('pagehide', () => (leaving = false), { once: true })
  location.assign(href)
}

/** Never resolves: an action that waits for it stays busy until the browser has left the page. */
export const untilLeft = (): Promise<never> => new Promise(() => undefined)

/** Whether the browser is on its way to another page. */
export const isLeaving = (): boolean => leaving
