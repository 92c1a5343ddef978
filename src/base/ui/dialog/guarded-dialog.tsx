import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { FormsContext, openForms, useIsAnyForm, type UnsavedForms } from '../form/unsaved-forms.ts'
import { UnsavedQuestion } from '../form/unsaved-question.tsx'
import { CloseContext } from './dialog-cancel.tsx'
import { DialogFrame, type DialogProps } from './dialog-frame.tsx'

/**
 * A dialog that asks before unsaved input of a form in it is lost: by Escape, Cancel, a tap outside, a drag, navigation, or
 * closing the tab.
 */
export function GuardedDialog({ onClose, children, ...props }: DialogProps) {
  const [forms] = useState(openForms)
  const isAny = useIsAnyForm(forms)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => (forms.areChanged() ? setIsAsking(true) : onClose())
  return (
    <DialogFrame {...props} onClose={close}>
      <FormsContext value={forms}>
        <CloseContext value={close}>{children}</CloseContext>
      </FormsContext>
      {isAny && <Guard forms={forms} isOpen={props.isOpen} isAsking={isAsking} onAsk={setIsAsking} onClose={onClose} />}
    </DialogFrame>
  )
}

interface GuardProps extends Pick<DialogProps, 'isOpen' | 'onClose'> {
  forms: UnsavedForms
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

function Guard({ forms, isOpen, isAsking, onAsk, onClose }: GuardProps) {
  const isLeaving = useRef(false)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isOpen && !isLeaving.current && forms.areChanged(),
    enableBeforeUnload: () => isOpen && forms.areLostByReload(),
    withResolver: true,
  })
  const stay = () => {
    onAsk(false)
    reset?.()
  }
  const leave = () => {
    // Closing may navigate, and that navigation must not ask again.
    isLeaving.current = true
    setTimeout(() => (isLeaving.current = false))
    onAsk(false)
    forms.drop()
    if (status === 'blocked') proceed()
    else onClose()
  }
  return <UnsavedQuestion isOpen={isOpen && (isAsking || status === 'blocked')} onStay={stay} onLeave={leave} />
}
