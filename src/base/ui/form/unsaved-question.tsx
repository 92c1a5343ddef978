import { useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DialogFrame } from '#base/ui/dialog/dialog-frame.tsx'

interface UnsavedQuestionProps {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether to discard unsaved input. The safe choice comes first. */
export function UnsavedQuestion({ isOpen, onStay, onLeave }: UnsavedQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame
      isAlert
      isOpen={isOpen}
      onClose={onStay}
      title={m.unsaved_title()}
      description={m.unsaved_text()}
      closeLabel={m.common_close()}
      firstFocus={stay}
    >
      <Button ref={stay} onClick={onStay}>
        {m.unsaved_stay()}
      </Button>
      <Button look="second" onClick={onLeave}>
        {m.unsaved_leave()}
      </Button>
    </DialogFrame>
  )
}
