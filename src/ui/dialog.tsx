import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  closeLabel: string
  /** Asks a question that must be answered: read out at once, not closed by a press outside. */
  isAlert?: boolean
  /** Has the focus when it opens, by touch too; else what can be reached first. */
  firstFocus?: RefObject<HTMLElement | null>
  /** Has the focus when it is closed; else what had it before. */
  lastFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame.tsx')).DialogFrame }))

const never = () => () => undefined

/** A dialog, at or under 640 px a bottom drawer. Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  // Nothing of it stands in the server's page, which cannot wait for its code either.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return wasOpen && isInBrowser ? (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  ) : null
}
