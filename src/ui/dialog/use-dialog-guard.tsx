import { useBlocker } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { areDraftsSaved } from '#lib/form/saved-drafts.ts'
import { UnsavedQuestion } from '../form/unsaved-question.tsx'

interface GuardedDialog {
  isOpen: boolean
  /** Whether closing would lose input; called on closing. */
  isDirty: () => boolean
  onClose: () => void
  /** Discards the input. */
  onDrop: () => void
}

interface DialogGuard {
  /** For the dialog's `onClose` and Cancel: asks first if there is unsaved input. */
  close: () => void
  /** The question; render it inside the dialog. */
  guard: ReactNode
}

/**
 * Asks before a dialog with unsaved input is closed: by Escape, Cancel, a tap outside, a drag, navigation, or closing
 * the tab.
 */
export function useDialogGuard({ isOpen, isDirty, onClose, onDrop }: GuardedDialog): DialogGuard {
  const [isAsking, setIsAsking] = useState(false)
  const isLeaving = useRef(false)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isOpen && !isLeaving.current && isDirty(),
    enableBeforeUnload: () => isOpen && isDirty() && !areDraftsSaved(),
    withResolver: true,
  })
  const close = () => {
    if (isDirty()) setIsAsking(true)
    else onClose()
  }
  const stay = () => {
    setIsAsking(false)
    reset?.()
  }
  const leave = () => {
    // Closing may navigate, which must not ask again.
    isLeaving.current = true
    setTimeout(() => (isLeaving.current = false))
    setIsAsking(false)
    onDrop()
    if (status === 'blocked') proceed()
    else onClose()
  }
  const guard = <UnsavedQuestion isOpen={isOpen && (isAsking || status === 'blocked')} onStay={stay} onLeave={leave} />
  return { close, guard }
}
