import { useRef, type RefObject } from 'react'

interface Closing {
  /** For the dialog: what has the focus afterwards; null for what opened it. */
  lastFocus: RefObject<HTMLElement | null>
  /** Closes it; `to` has the focus then, where what opened it is gone. */
  close: (to?: HTMLElement | null) => void
}

/** Closes a dialog that may take away the button that opened it: the focus stays near. */
export function useReturnFocus(onClose: () => void): Closing {
  const lastFocus = useRef<HTMLElement>(null)
  const close = (to: HTMLElement | null = null) => {
    lastFocus.current = to
    onClose()
  }
  return { lastFocus, close }
}
