let leaving = false

/** Navigates with a full page load, after a change of user say; `isLeaving` keeps others from reloading meanwhile. */
export function navigateAway(href: string): void {
  leaving = true
  // The back/forward cache may restore this page.
  addEventListener('pagehide', () => (leaving = false), { once: true })
  location.assign(href)
}

/** Never resolves: an action that awaits it stays busy until the browser has left the page. */
export const untilNavigated = (): Promise<never> => new Promise(() => undefined)

/** Whether `navigateAway` has started a navigation. */
export const isLeaving = (): boolean => leaving
