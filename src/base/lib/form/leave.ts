let isLeaving = false

/** Leaves the page by a full page load. */
function leaveBy(load: () => void): void {
  isLeaving = true
  // The back/forward cache may restore this page.
  addEventListener('pagehide', () => (isLeaving = false), { once: true })
  load()
}

let isSent = false

/**
 * Navigates with a full page load when what was typed has been sent, after a change of user for example; `reloadAway` does
 * nothing from then on.
 */
export function navigateAway(href: string): void {
  isSent = true
  addEventListener('pagehide', () => (isSent = false), { once: true })
  leaveBy(() => location.assign(href))
}

/** Whether the page is being left by `navigateAway`: the browser need not ask. */
export const isNavigatingAway = (): boolean => isSent

/**
 * Reloads the page unless it is being left already: a second reload would cancel the first and begin it again, as the calls
 * of a page whose user was banned are refused one after the other.
 */
export function reloadAway(): void {
  if (!isLeaving) leaveBy(() => location.reload())
}

/** Never resolves: an action that awaits it stays busy until the browser has left the page. */
export const untilNavigated = (): Promise<never> => new Promise(() => undefined)
