import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { openDecoder } from '#base/lib/scan/camera/decoder.ts'
import { meantCode, usableCodes, type CodeKind } from '#base/lib/scan/camera/found-code.ts'
import { pixelsOf } from '#base/lib/scan/camera/pictures.ts'
import { PictureButton } from '../form/picture-button.tsx'
import { ManagerIcon } from '../manager-icon.tsx'

interface PhotoScanProps {
  onCode: (text: string) => void
  wanted: CodeKind
  className?: string
}

/** A button that takes a photo of a bar code and reads it. The photo stays on this device. */
export function PhotoScan({ onCode, wanted, className = '' }: PhotoScanProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (photo: File) => {
    setIsBusy(true)
    setProblem(undefined)
    const said = await readPhoto(photo, wanted)
    setIsBusy(false)
    if ('text' in said) onCode(said.text)
    else setProblem(said.problem())
  }
  return (
    <>
      <PictureButton isCamera isBusy={isBusy} className={className} onTake={(photo) => void take(photo)}>
        <ManagerIcon name="camera" className="size-5 flex-none" />
        {m.camera_photo()}
      </PictureButton>
      {problem !== undefined && (
        <p role="alert" className="basis-full text-sm text-danger">
          {problem}
        </p>
      )}
    </>
  )
}

async function readPhoto(photo: Blob, wanted: CodeKind): Promise<{ text: string } | { problem: () => string }> {
  const picture = await pixelsOf(photo).catch(() => undefined)
  if (picture === undefined) return { problem: m.picture_unreadable }
  try {
    const decoder = await openDecoder()
    try {
      const code = meantCode(usableCodes(await decoder.read(picture), wanted))
      return code ? { text: code.text } : { problem: m.camera_photo_nothing }
    } finally {
      decoder.close()
    }
  } catch {
    return { problem: m.camera_no_reader }
  }
}
