import { useBlocker } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { areDraftsSaved } from '#lib/saved-drafts.ts'
import { UnsavedQuestion } from './form/unsaved-question.tsx'

interface GuardedDialog {
  isOpen: boolean
  /** Whether something was typed that closing would lose; asked when it is to be closed. */
  isDirty: () => boolean
  onClose: () => void
  /** Forgets what was typed: the person leaves without it. */
  onDrop: () => void
}

interface DialogGuard {
  /** For the dialog's `onClose` and its Cancel: asks first where something was typed. */
  close: () => void
  /** The question; stands inside of the dialog. */
  guard: ReactNode
}

/**
 * Asks before a dialog with something typed in it is closed: by Escape, Cancel, a tap outside, a drag, by Back or another
 * page, and on closing the tab.
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
    // Closing may itself lead to another address.
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
