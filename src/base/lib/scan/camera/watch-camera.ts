import { CodeFilter } from './code-filter.ts'
import { openDecoder, type Decoder } from './decoder.ts'
import { usableCodes, type CodeKind } from './found-code.ts'
import { lightOf, Pictures, seenPart } from './pictures.ts'

/** Why the camera shows nothing: it is not allowed, not there, used elsewhere, or stopped; or its pictures cannot be read. */
export type CameraProblem = 'denied' | 'none' | 'busy' | 'failed' | 'reader'

/** What is said of the camera. */
export interface CameraState {
  isReading: boolean
  problem?: CameraProblem
  /** Whether it is too dark for bar codes. */
  isDark: boolean
  /** Whether nothing was read for so long that a hint helps. */
  isLong: boolean
  /** Whether the lamp is on; undefined without one. */
  torch?: boolean
}

interface Options {
  wanted: CodeKind
  onCode: (text: string) => void
  onState: (state: CameraState) => void
  /** Called when nothing was read for so long that the camera is switched off. */
  onRest: () => void
}

/** What has begun, with the switch of the lamp. */
export interface WatchedCamera {
  setTorch: (isOn: boolean) => void
  end: () => void
}

/** Milliseconds between two pictures, at least. */
const PAUSE = 60
/** Mean lightness, of 255, under which the noise of a camera hides thin bars. */
const DARK = 45
/** Milliseconds without a code until it is said that it is dark, and how to hold the bar code. */
const HINT = 4000
/** Milliseconds without a code after which the camera is switched off: it is warm, and it looks at people. */
const REST = 3 * 60_000

/** Opens the camera behind the device into a film, and tells the bar codes that are held in front of it. */
export function watchCamera(film: HTMLVideoElement, { wanted, onCode, onState, onRest }: Options): WatchedCamera {
  let state: CameraState = { isReading: false, isDark: false, isLong: false }
  const ending = new AbortController()
  const { signal } = ending
  let stream: MediaStream | undefined
  let decoder: Decoder | undefined
  const tell = (change: Partial<CameraState>) => {
    if (signal.aborted) return
    const next = { ...state, ...change }
    if (Object.keys(change).every((key) => Reflect.get(state, key) === Reflect.get(next, key))) return
    state = next
    onState(state)
  }
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    decoder?.close()
    film.srcObject = null
  }
  const fail = (problem: CameraProblem) => {
    tell({ isReading: false, problem })
    ending.abort()
    stop()
  }

  const read = async (pictures: Pictures, filter: CodeFilter, reader: Decoder) => {
    let lastCode = performance.now()
    while (!signal.aborted) {
      const begun = performance.now()
      if (film.videoWidth > 0 && film.clientWidth > 0) {
        const picture = pictures.take(film, seenPart(sizeOf(film), boxOf(film)))
        const light = lightOf(picture)
        const codes = usableCodes(await reader.read(picture), wanted)
        const now = performance.now()
        const code = signal.aborted ? undefined : filter.take(codes, now)
        if (codes.length > 0) lastCode = now
        if (code) onCode(code.text)
        const isLong = now - lastCode > HINT
        tell({ isReading: true, isDark: isLong && light < DARK, isLong })
        if (now - lastCode > REST && !signal.aborted) return onRest()
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(PAUSE - (performance.now() - begun), 10)))
    }
  }

  const start = async () => {
    const [opened, reader] = await Promise.allSettled([openStream(), openDecoder()])
    stream = opened.status === 'fulfilled' ? opened.value : undefined
    decoder = reader.status === 'fulfilled' ? reader.value : undefined
    if (signal.aborted) return stop()
    if (opened.status === 'rejected') return fail(problemOf(opened.reason))
    if (reader.status === 'rejected') return fail('reader')
    const [track] = opened.value.getVideoTracks()
    track?.addEventListener('ended', () => fail('failed'))
    film.srcObject = opened.value
    await film.play().catch(() => undefined)
    if (track?.getCapabilities?.().torch === true) tell({ torch: false })
    await read(new Pictures(), new CodeFilter(), reader.value).catch(() => fail('reader'))
  }
  void start()

  return {
    setTorch: (isOn) => {
      const [track] = stream?.getVideoTracks() ?? []
      void track?.applyConstraints({ advanced: [{ torch: isOn }] }).then(
        () => tell({ torch: isOn }),
        () => tell({ torch: false }),
      )
    },
    end: () => {
      ending.abort()
      stop()
    },
  }
}

const sizeOf = ({ videoWidth, videoHeight }: HTMLVideoElement) => ({ width: videoWidth, height: videoHeight })
const boxOf = ({ clientWidth, clientHeight }: HTMLVideoElement) => ({ width: clientWidth, height: clientHeight })

const openStream = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  })

/** The problem by the names of Media Capture and Streams (W3C). */
function problemOf(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed'
}
