import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#base/i18n/paraglide/messages.js'
import { PictureButton } from './picture-button.tsx'
import { scalePicture } from './scale-picture.ts'
import { useFileDrop } from './use-file-drop.ts'
import { usePastedPicture } from './use-pasted-picture.ts'

const LIMITS = { width: 480, height: 960, bytes: 300 * 1024 }

/** A picture as a phone or a program makes it. */
function aPicture(
  width: number,
  height: number,
  { type = 'image/jpeg', noise = false, isClear = false } = {},
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (context && !isClear) {
    context.fillStyle = '#a33'
    context.fillRect(0, 0, width, height)
  }
  if (context && noise) {
    const data = context.createImageData(width, height)
    crypto.getRandomValues(data.data.subarray(0, 65_536))
    for (let at = 65_536; at < data.data.length; at++) data.data[at] = (Math.random() * 256) | 0
    for (let at = 3; at < data.data.length; at += 4) data.data[at] = 255
    context.putImageData(data, 0, 0)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type)
  })
}

const sizeOf = async (picture: Blob) => {
  const { width, height } = await createImageBitmap(picture)
  return [width, height]
}

test.each([
  [3024, 4032, [480, 640]],
  [4032, 3024, [480, 360]],
  [300, 450, [300, 450]],
  [500, 4000, [120, 960]],
])('A picture of %d × %d pixels is sent as WebP of %j', async (width, height, size) => {
  const scaled = await scalePicture(await aPicture(width, height), LIMITS)
  expect([scaled.type, await sizeOf(scaled)]).toEqual(['image/webp', size])
})

test('What a photo says of itself stays at home', async () => {
  const photo = new Uint8Array(await (await aPicture(600, 900)).arrayBuffer())
  const secret = 'Exif\0\0 52.5200 N 13.4050 E'
  const [start, rest] = [photo.slice(0, 2), photo.slice(2)]
  const segment = [0xff, 0xe1, 0, secret.length + 2, ...new TextEncoder().encode(secret)]
  const scaled = await scalePicture(new Blob([start, new Uint8Array(segment), rest]), LIMITS)
  expect(await scaled.text()).not.toContain('Exif')
})

test('A picture like noise is made small enough', async () => {
  const noise = await aPicture(1440, 2880, { type: 'image/png', noise: true })
  expect((await scalePicture(noise, { ...LIMITS, bytes: 150 * 1024 })).size).toBeLessThanOrEqual(150 * 1024)
})

test('What is transparent becomes white, as on paper', async () => {
  const scaled = await createImageBitmap(
    await scalePicture(await aPicture(60, 90, { type: 'image/png', isClear: true }), LIMITS),
  )
  const context = new OffscreenCanvas(60, 90).getContext('2d')
  context?.drawImage(scaled, 0, 0)
  expect([...(context?.getImageData(30, 45, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
})

test('A browser that cannot write WebP sends JPEG', async () => {
  const write = HTMLCanvasElement.prototype.toBlob
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type,
    quality,
  ) {
    write.call(this, done, type === 'image/webp' ? 'image/png' : type, quality)
  })
  expect((await scalePicture(await aPicture(600, 900), LIMITS)).type).toBe('image/jpeg')
})

test.each(['', 'no picture', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'])(
  'What the browser cannot read is refused in words: %j',
  async (text) => {
    const reading = scalePicture(new Blob([text], { type: 'image/png' }), LIMITS)
    await expect(reading).rejects.toMatchObject({ code: 'FILE_REFUSED', message: m.picture_unreadable() })
  },
)

const onTake = vi.fn<(file: File | undefined) => void>()
const taken = () => onTake.mock.calls.map(([one]) => one?.name)

function Page() {
  const isOver = useFileDrop((files) => onTake(files?.[0]))
  usePastedPicture(onTake)
  return (
    <>
      <PictureButton onTake={onTake}>Choose</PictureButton>
      <input aria-label="Title" />
      <output>{isOver ? 'over' : ''}</output>
    </>
  )
}

const file = (name = 'cover.png', type = 'image/png') => new File(['x'], name, { type })

function transferOf(files: readonly File[], text?: string): DataTransfer {
  const transfer = new DataTransfer()
  for (const one of files) transfer.items.add(one)
  if (text !== undefined) transfer.setData('text/plain', text)
  return transfer
}

test('A picture is chosen by keyboard, and the same one again', async () => {
  onTake.mockClear()
  const { container } = await render(<Page />)
  const input = container.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('No input')
  const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined)
  await userEvent.keyboard('{Tab}{Enter}')
  expect(opened).toHaveBeenCalledOnce()
  for (const _ of [1, 2]) await userEvent.upload(input, file())
  expect(taken()).toEqual(['cover.png', 'cover.png'])
})

test('A picture is pasted anywhere; a text with a picture beside it goes into its field', async () => {
  onTake.mockClear()
  await render(<Page />)
  const title = page.getByRole('textbox', { name: 'Title' }).element()
  const paste = (clipboardData: DataTransfer) =>
    title.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  expect(paste(transferOf([file()], 'Nedjma'))).toBe(true)
  expect(paste(transferOf([file('list.csv', 'text/csv')]))).toBe(true)
  expect(paste(transferOf([]))).toBe(true)
  expect(paste(transferOf([file('pasted.png')]))).toBe(false)
  expect(taken()).toEqual(['pasted.png'])
})

test('A picture is dropped anywhere, which would open it in place of the page', async () => {
  onTake.mockClear()
  await render(<Page />)
  const drag = (type: string, dataTransfer: DataTransfer) =>
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  expect(drag('dragover', transferOf([], 'a text'))).toBe(true)
  expect(drag('dragover', transferOf([file()]))).toBe(false)
  await expect.element(page.getByRole('status')).toHaveTextContent('over')
  expect(drag('drop', transferOf([file('dropped.png')]))).toBe(false)
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  expect(taken()).toEqual(['dropped.png'])
})
