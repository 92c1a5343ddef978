/** How this device reads bar codes: by a camera that films, by photos, not at all, or it is not known yet. */
export type CameraWay = 'live' | 'photo' | 'none' | 'unknown'

let way: CameraWay = 'unknown'
const listeners = new Set<() => void>()

export const cameraWay = (): CameraWay => way

async function look(): Promise<void> {
  const found = await findWay()
  if (found === way) return
  way = found
  for (const listener of listeners) listener()
}

const heardOfDevice = () => void look()

/** A browser gives the camera to a page by https, or of this very computer; a phone takes photos for any page. */
async function findWay(): Promise<CameraWay> {
  // Older browsers have no `mediaDevices` where the page is plain http, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) return matchMedia('(pointer: coarse)').matches ? 'photo' : 'none'
  const all = await devices.enumerateDevices().catch(() => [])
  return all.some(({ kind }) => kind === 'videoinput') ? 'live' : 'none'
}

/** Watches whether a camera is there, since one may be plugged in. Returns what ends that. */
export function watchCameraWay(listener: () => void): () => void {
  listeners.add(listener)
  const devices: MediaDevices | undefined = navigator.mediaDevices
  devices?.addEventListener('devicechange', heardOfDevice)
  heardOfDevice()
  return () => {
    listeners.delete(listener)
    devices?.removeEventListener('devicechange', heardOfDevice)
  }
}
