import { lazy, Suspense, useState, type ReactNode } from 'react'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  closeLabel: string
  /** Asks a question that must be answered: read out at once, not closed by a press outside. */
  isAlert?: boolean
  children?: ReactNode
}

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame.tsx')).DialogFrame }))

/** A dialog, at or under 640 px a bottom drawer. Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  ) : null
}
