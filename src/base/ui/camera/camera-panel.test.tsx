import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { foundCode, type FoundCode } from '#base/lib/scan/camera/found-code.ts'
import { CameraPanel } from './camera-panel.tsx'

const decoder = vi.hoisted(() => ({ codes: [] as FoundCode[], isBroken: false }))
// The real one reads films in `e2e/camera.journey.ts`; here pictures have what a test says.
vi.mock('#base/lib/scan/camera/decoder.ts', () => ({
  openDecoder: async () => ({
    read: async () => {
      if (decoder.isBroken) throw new Error('Broken')
      return decoder.codes
    },
    close: () => undefined,
  }),
}))

/** A camera that films a wall of a colour. Returns its track, and what its lamp was told. */
function stubCamera(colour: string, hasTorch = false) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const paint = () => {
    if (!context) return
    context.fillStyle = colour
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  paint()
  const timer = setInterval(paint, 50)
  onTestFinished(() => clearInterval(timer))
  const tracks: MediaStreamTrack[] = []
  const lamp: unknown[] = []
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const stream = canvas.captureStream(20)
    const [track] = stream.getVideoTracks()
    if (!track) throw new Error('No track')
    track.getCapabilities = () => (hasTorch ? { torch: true } : {})
    track.applyConstraints = async (constraints) => void lamp.push(constraints?.advanced)
    tracks.push(track)
    return stream
  })
  return { tracks, lamp }
}

const said = () => page.getByRole('status')

test('A code is told once and shown, and the camera is let go of with the panel', async () => {
  const { tracks } = stubCamera('#ddd')
  decoder.codes = [foundCode('10000168', 'Code128', [{ x: 1, y: 1 }], { width: 2, height: 2 })]
  const onCode = vi.fn()
  const panel = await render(<CameraPanel wanted="number" onCode={onCode} onClose={() => undefined} />)
  await expect.element(page.getByText('10000168')).toBeVisible()
  await expect.element(page.getByText('10000168')).not.toBeInTheDocument()
  expect(onCode.mock.calls).toEqual([['10000168']])
  await panel.unmount()
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended'])
})

test('Where it is too dark, that is said, and in good light how to hold the bar code', async () => {
  decoder.codes = []
  stubCamera('#080808')
  const dark = await render(<CameraPanel wanted="number" onCode={() => undefined} onClose={() => undefined} />)
  await expect.element(said()).toHaveTextContent(m.camera_point())
  await expect.element(said()).toHaveTextContent(m.camera_dark())
  await dark.unmount()
  stubCamera('#ccc')
  await render(<CameraPanel wanted="number" onCode={() => undefined} onClose={() => undefined} />)
  await expect.element(said()).toHaveTextContent(m.camera_hint())
})

test('A camera with a lamp has a switch for it', async () => {
  const { lamp } = stubCamera('#ccc', true)
  await render(<CameraPanel wanted="number" onCode={() => undefined} onClose={() => undefined} />)
  const torch = page.getByRole('button', { name: m.camera_torch() })
  for (const isOn of ['true', 'false']) {
    await torch.click()
    await expect.element(torch).toHaveAttribute('aria-pressed', isOn)
  }
  expect(lamp).toEqual([[{ torch: true }], [{ torch: false }]])
})

test('A camera that is unplugged, and a decoder that breaks, are said, and are tried again', async () => {
  const { tracks } = stubCamera('#ccc')
  await render(<CameraPanel wanted="number" onCode={() => undefined} onClose={() => undefined} />)
  await expect.element(said()).toHaveTextContent(m.camera_point())
  tracks[0]?.dispatchEvent(new Event('ended'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.camera_failed())
  decoder.isBroken = true
  await page.getByRole('button', { name: m.common_try_again() }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.camera_no_reader())
  decoder.isBroken = false
  await page.getByRole('button', { name: m.common_try_again() }).click()
  await expect.element(said()).toHaveTextContent(m.camera_point())
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'live'])
})
