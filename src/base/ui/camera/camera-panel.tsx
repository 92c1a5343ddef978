import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import type { CodeKind } from '#base/lib/scan/camera/found-code.ts'
import {
  watchCamera,
  type CameraProblem,
  type CameraState,
  type WatchedCamera,
} from '#base/lib/scan/camera/watch-camera.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { ManagerIcon } from '../manager-icon.tsx'
import { PhotoScan } from './photo-scan.tsx'

const PROBLEMS: Record<CameraProblem, () => string> = {
  denied: m.camera_denied,
  none: m.camera_none,
  busy: m.camera_busy,
  failed: m.camera_failed,
  reader: m.camera_no_reader,
}

/** Milliseconds for which a code that was read is shown. Not as a success: what it came to is said by the page. */
const SHOWN = 1500

interface CameraPanelProps {
  wanted: CodeKind
  onCode: (text: string) => void
  onClose: () => void
}

/** The camera's picture with what is said of it. It is off while the page is not seen. */
export function CameraPanel({ wanted, onCode, onClose }: CameraPanelProps) {
  const film = useRef<HTMLVideoElement>(null)
  const camera = useRef<WatchedCamera>(undefined)
  const isSeen = useSyncExternalStore(watchSeen, isPageSeen, () => true)
  const [round, setRound] = useState(0)
  /** The round at whose end the camera was switched off. */
  const [rested, setRested] = useState<number>()
  const isResting = rested === round
  const [state, setState] = useState<CameraState>()
  const [read, setRead] = useState<{ text: string }>()
  const take = useEffectEvent((text: string) => {
    setRead({ text })
    // Where the device can, it says in the hand that a code was read.
    if ('vibrate' in navigator) navigator.vibrate(40)
    onCode(text)
  })
  const isOn = isSeen && !isResting
  useEffect(() => {
    if (!isOn || !film.current) return
    setState(undefined)
    const watched = watchCamera(film.current, {
      wanted,
      onCode: (text) => take(text),
      onState: setState,
      onRest: () => setRested(round),
    })
    camera.current = watched
    return () => watched.end()
  }, [isOn, wanted, round])
  useEffect(() => {
    if (!read) return
    const timer = setTimeout(() => setRead(undefined), SHOWN)
    return () => clearTimeout(timer)
  }, [read])

  const words = wordsOf(state, isResting)
  const isOff = isResting || state?.problem !== undefined
  return (
    <section aria-label={m.camera_title()} className="order-first flex min-w-0 basis-full flex-col gap-2">
      <div
        className={`relative aspect-[2/1] max-h-[40dvh] min-h-40 w-full max-w-2xl overflow-hidden rounded-lg bg-[#000] text-[#fff] forced-colors:border ${isOff ? 'hidden' : ''}`}
      >
        <video ref={film} muted playsInline aria-hidden="true" className="size-full object-cover" />
        <div
          className={`absolute inset-x-[18%] inset-y-[25%] rounded-md border-3 transition-colors duration-150 ${read ? 'border-accent bg-accent/25' : 'border-[#fff]/90'}`}
        />
        <p className="absolute inset-x-0 bottom-0 px-3 pb-2 text-center">
          <span className="inline-block rounded-md bg-[#000]/70 px-2.5 py-0.5 text-sm">
            <span role="status" className={read ? 'sr-only' : ''}>
              {words}
            </span>
            {read && (
              <span aria-hidden="true" className="inline-flex items-center gap-1.5">
                <ManagerIcon name="scan" className="size-4" />
                <bdi dir="ltr" className="[overflow-wrap:anywhere]">
                  {read.text.slice(0, 60)}
                </bdi>
              </span>
            )}
          </span>
        </p>
        <div className="absolute inset-x-0 top-0 flex justify-end gap-2 p-2">
          {state?.torch !== undefined && (
            <button
              type="button"
              aria-pressed={state.torch}
              className={`min-h-11 rounded-md px-3.5 text-sm font-semibold ${state.torch ? 'bg-[#fff] text-[#000]' : 'bg-[#000]/70'}`}
              onClick={() => camera.current?.setTorch(state.torch !== true)}
            >
              {m.camera_torch()}
            </button>
          )}
          <button
            type="button"
            aria-label={m.camera_close()}
            className="grid size-11 place-items-center rounded-md bg-[#000]/70"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      {isOff && (
        <div className="rounded-md border border-warning bg-raised px-4.5 py-3">
          <p role="alert">{words}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button look="second" onClick={() => setRound(round + 1)}>
              {m.common_try_again()}
            </Button>
            <PhotoScan wanted={wanted} onCode={onCode} />
            <Button look="ghost" onClick={onClose}>
              {m.camera_close()}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

function wordsOf(state: CameraState | undefined, isResting: boolean): string {
  if (isResting) return m.camera_rests()
  if (state?.problem) return PROBLEMS[state.problem]()
  if (!state?.isReading) return m.camera_starting()
  if (state.isDark) return m.camera_dark()
  return state.isLong ? m.camera_hint() : m.camera_point()
}

const isPageSeen = (): boolean => document.visibilityState === 'visible'

function watchSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
