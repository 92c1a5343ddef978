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
  onConfirm: () => void
}

/** Asks before something is done: the action, or Cancel. */
export function ConfirmDialog({ isOpen, onClose, title, text, action, isBusy, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog isAlert isOpen={isOpen} onClose={onClose} title={title} description={text} closeLabel={m.common_close()}>
      <Button isBusy={isBusy} onClick={onConfirm}>
        {action}
      </Button>
      <Button look="second" onClick={onClose}>
        {m.common_cancel()}
      </Button>
    </Dialog>
  )
}
