import { useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'
import { lazyPart } from '../lazy-part.tsx'

const GuardedDialog = lazyPart(async () => (await import('./guarded-dialog.tsx')).GuardedDialog)

/** A dialog, at or under 640 px a bottom drawer. Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <GuardedDialog {...props} /> : null
}
