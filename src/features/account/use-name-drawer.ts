import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The drawer of this entry was opened from the page before it. */
    isOpenedHere?: boolean | undefined
  }
}

/**
 * Closes the drawer that `?state=change-name` opens: back to the page from which it was opened, so that
 * Back does not open it again; an address that was opened directly is replaced.
 */
export function useCloseNameDrawer(isOpen: boolean): () => void {
  const router = useRouter()
  // Going back takes a moment: asked twice, it must not go back twice.
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isOpen) isLeaving.current = false
  }, [isOpen])
  return () => {
    const { search, state } = router.state.location
    // One may have gone on meanwhile.
    if (!('state' in search) || search.state !== 'change-name' || isLeaving.current) return
    isLeaving.current = true
    if (state.isOpenedHere) router.history.back()
    else void router.navigate({ to: '.', search: {}, replace: true, resetScroll: false })
  }
}
