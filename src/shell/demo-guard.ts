import type { RouterHistory } from '@tanstack/react-router'

/** The pages whose forms change something. */
const FORM = /^\/manager\/\w+\/(new|[^/]+\/update)$/

interface Place {
  pathname: string
  search: string
}

const isForm = ({ pathname, search }: Place): boolean =>
  FORM.test(pathname) || new URLSearchParams(search).get('state') === 'change-name'

/**
 * In the read-only demo: calls `show` in place of whatever would begin a change, be it a link or a key to a form or a
 * button marked by `leadsToChange`. A form that is opened by its address can be looked at. Answers how to stop.
 */
export function guardDemo(history: RouterHistory, show: () => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-change]')) return
    event.preventDefault()
    event.stopPropagation()
    show()
  }
  // Before React, which listens at the document.
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
