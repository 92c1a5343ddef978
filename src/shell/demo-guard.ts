import type { RouterHistory } from '@tanstack/react-router'

/** Paths of forms. */
const FORM = /^\/manager\/\w+\/(new|[^/]+\/update)$/

interface Place {
  pathname: string
  search: string
}

const isForm = ({ pathname, search }: Place): boolean =>
  FORM.test(pathname) || new URLSearchParams(search).get('state') === 'change-name'

/**
 * In the read-only demo, calls `show` instead of navigating to a form or clicking a button marked by `blockedInDemo`. A
 * form opened by its URL can be viewed. Returns a function that removes the guard.
 */
export function guardDemo(history: RouterHistory, show: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-blocked-in-demo]')) return
    event.preventDefault()
    event.stopPropagation()
    show()
  }
  // In the capture phase, before React's listener at the document.
  addEventListener('click', onClick, true)
  const unblock = history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation, action }) => {
      const isStep = action === 'PUSH' || action === 'REPLACE'
      const isRefused = isStep && !currentLocation.pathname.startsWith('/login') && isForm(nextLocation)
      if (isRefused) show()
      return isRefused
    },
  })
  return () => {
    removeEventListener('click', onClick, true)
    unblock()
  }
}
