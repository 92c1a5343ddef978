import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether the drawer of this history entry was opened from the page before it. */
    isOpenedHere?: boolean | undefined
  }
}

/**
 * Closes the drawer that `?state=change-name` opens: goes back to the page that opened it, so that Back does not open
 * it again; replaces a URL that was opened directly.
 */
export function useCloseNameDrawer(isOpen: boolean): () => void {
  const router = useRouter()
  // Going back is asynchronous: a second call must not go back twice.
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isOpen) isLeaving.current = false
  }, [isOpen])
  return () => {
    const { search, state } = router.state.location
    // The user may have navigated in the meantime.
    if (!('state' in search) || search.state !== 'change-name' || isLeaving.current) return
    isLeaving.current = true
    if (state.isOpenedHere) router.history.back()
    else void router.navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
}
