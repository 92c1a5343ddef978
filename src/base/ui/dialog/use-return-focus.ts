import { useRef, type RefObject } from 'react'

interface Closing {
  /** For the dialog: receives the focus after closing; null for the element that opened it. */
  lastFocus: RefObject<HTMLElement | null>
  /** Closes the dialog; `to` receives the focus if the opener was removed. */
  close: (to?: HTMLElement | null) => void
}

/** Closes a dialog whose opener may be removed by it, and moves the focus nearby. */
export function useReturnFocus(onClose: () => void): Closing {
  const lastFocus = useRef<HTMLElement>(null)
  const close = (to: HTMLElement | null = null) => {
    lastFocus.current = to
    onClose()
  }
  return { lastFocus, close }
}
