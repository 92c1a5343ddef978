import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckBox } from '../check-box.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The question, naming its object. */
  title: string
  text: string
  /** Label of the confirming button. */
  action: string
  isBusy: boolean
  /** Another answer, graver than the first: its button is red instead of the first one. */
  second?: { action: string; isBusy: boolean; onConfirm: () => void }
  /** Label of a check box that must be ticked first, for grave actions. */
  check?: string
  /** A destructive action: the button is red and the focus is on Cancel. */
  isDanger?: boolean
  onConfirm: () => void
  /** The thing that the question is about, below the text. */
  children?: ReactNode
  /** Receives the focus after closing; defaults to the previously focused element. */
  lastFocus?: RefObject<HTMLElement | null>
}

/** Asks before something that cannot be undone, or that concerns others. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  text,
  action,
  isBusy,
  second,
  check,
  isDanger = false,
  onConfirm,
  lastFocus,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const [isChecked, setIsChecked] = useState(false)
  if (!isOpen && isChecked) setIsChecked(false)
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
      {children}
      {check && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <CheckBox
            checked={isChecked}
            className="size-4.5 flex-none cursor-pointer accent-accent"
            onChange={(event) => setIsChecked(event.target.checked)}
          />
          {check}
        </label>
      )}
      <Button
        disabled={check !== undefined && !isChecked}
        look={isDanger && !second ? 'danger' : 'primary'}
        isBusy={isBusy}
        onClick={onConfirm}
      >
        {action}
      </Button>
      {second && (
        <Button
          disabled={check !== undefined && !isChecked}
          look="second"
          className="text-danger"
          isBusy={second.isBusy}
          onClick={second.onConfirm}
        >
          {second.action}
        </Button>
      )}
      <Button ref={cancel} look="second" onClick={onClose}>
        {m.common_cancel()}
      </Button>
    </Dialog>
  )
}
