import { useRef, useState, useSyncExternalStore } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { CodeKind } from '#base/lib/scan/camera/found-code.ts'
import { Button } from '../button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { ManagerIcon } from '../manager-icon.tsx'
import { cameraWay, watchCameraWay } from './camera-way.ts'

const CameraPanel = lazyPart(async () => (await import('./camera-panel.tsx')).CameraPanel)
const PhotoScan = lazyPart(async () => (await import('./photo-scan.tsx')).PhotoScan)

export interface CameraScanProps {
  /** Called with the text of each bar code that is held in front of the camera, once for each time. */
  onCode: (text: string) => void
  /** What is read: any bar code, that of a label before the ISBN beside it; or ISBNs alone. */
  wanted?: CodeKind
  /** The camera closes with the first code. */
  isOnce?: boolean
  className?: string
}

/**
 * A button that reads bar codes with the camera, or from a photo where the page is plain http; nothing on a device that has
 * neither. The picture of the camera takes a row of its own above, in a parent that is `flex flex-wrap`. Its code, and the decoder,
 * are loaded when the camera is asked for.
 */
export function CameraScan({ onCode, wanted = 'number', isOnce = false, className = '' }: CameraScanProps) {
  const way = useSyncExternalStore(watchCameraWay, cameraWay, () => 'unknown' as const)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (way === 'photo') return <PhotoScan {...{ onCode, wanted, className }} />
  if (way !== 'live' && !isOpen) return null
  return (
    <>
      {isOpen && (
        <CameraPanel
          wanted={wanted}
          onClose={() => {
            setIsOpen(false)
            button.current?.focus()
          }}
          onCode={(text) => {
            if (isOnce) setIsOpen(false)
            onCode(text)
          }}
        />
      )}
      <Button
        ref={button}
        look="second"
        aria-expanded={isOpen}
        className={className}
        onClick={() => setIsOpen((wasOpen) => !wasOpen)}
      >
        <ManagerIcon name="camera" className="size-5 flex-none" />
        {m.camera_title()}
      </Button>
    </>
  )
}
