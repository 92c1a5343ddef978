import type { RefObject } from 'react'
import { useRef } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Asks, and names what it is about. */
  title: string
  text: string
  /** The word on the button that does it. */
  action: string
  isBusy: boolean
  /** Something is lost by it: the button is red, and the focus is on Cancel. */
  isDanger?: boolean
  onConfirm: () => void
  /** Has the focus when it is closed; else what had it before. */
  lastFocus?: RefObject<HTMLElement | null>
}

/** Asks before something is done: the action, or Cancel. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  text,
  action,
  isBusy,
  isDanger = false,
  onConfirm,
  lastFocus,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isAlert
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={text}
      closeLabel={m.common_close()}
      {...(isDanger && { firstFocus: cancel })}
      {...(lastFocus && { lastFocus })}
    >
      <Button look={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {action}
      </Button>
      <Button ref={cancel} look="second" onClick={onClose}>
        {m.common_cancel()}
      </Button>
    </Dialog>
  )
}
