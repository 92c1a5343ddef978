import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'
import { useInBrowser } from '../use-in-browser.ts'

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame.tsx')).DialogFrame }))

/** A dialog, at or under 640 px a bottom drawer. Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  // Not rendered on the server, which cannot wait for its chunk.
  const isInBrowser = useInBrowser(() => true, false)
  return wasOpen && isInBrowser ? (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  ) : null
}
